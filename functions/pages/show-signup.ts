import { deadProofOf, disowningOf, proofOf } from "../../shared/crypto/proof.ts";
import { prefixes } from "../../shared/domain/item/ids.ts";
import type { LiveSignup } from "../../shared/domain/signup/signup.ts";
import { offeredPartner } from "../../shared/http/receipt/offered-partner.ts";
import { receiptFile } from "../../shared/pages/layout/receipt-card.tsx";
import { servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import { deadLinkPage } from "../../shared/pages/signup/dead-link-pages.tsx";
import { askPage, confirmPage, disownPage } from "../../shared/pages/signup/signup-pages.tsx";
import {
  disownedPage,
  mailedPage,
  sandboxPage,
  standingPage,
} from "../../shared/pages/signup/status-pages.tsx";
import { findReceipt } from "../../shared/store/receipt/receipts.ts";
import { findSignup } from "../../shared/store/signup/signups.ts";

/** A signup's pages. GET changes nothing: email scanners and link previews open them, too. */
export const handler = servePage("show-signup", async ({ route, params, token, now, named, ...request }) => {
  const { signup_id = "", proof } = params;
  if (route.endsWith("/mailed"))
    return mailedPage(signup_id, {
      sendsMail: process.env.MAIL !== "off",
      waits: request.query.has("waits"),
      language: request.language,
    });
  if (signup_id.startsWith(prefixes.sandboxSignup) && proof === undefined)
    return sandboxPage(request.language);

  const signup = await findSignup(signup_id, now);
  if (signup?.mode !== "live") return unknownLink(request.language);
  if (proof === undefined) {
    const language = request.language;
    return signup.status === "initiated"
      ? askPage({ signup, token, language })
      : standingPage(signup, language);
  }

  // Only a visitor with the proof sees the language of the signup, and its receipt.
  const language = named ?? signup.language ?? request.language;
  if (route.endsWith("/receipt")) {
    const receipt = (await deadProofOf(signup, proof)) === "unknown" ? undefined : await receiptOf(signup);
    return receipt ? receiptFile(receipt) : unknownLink(request.language);
  }
  const shown = { signup, proof, token, language };
  if (route.endsWith("/not-me")) {
    const disowning = await disowningOf(signup, proof);
    if (disowning === "unknown") return unknownLink(request.language);
    return disowning === "done"
      ? disownedPage(signup, language, { receipt: await receiptOf(signup), proof })
      : disownPage(shown);
  }
  const dead = (await proofOf(signup, proof, now)) ? undefined : await deadProofOf(signup, proof);
  // A link that is too old to confirm still shows what its owner did.
  if (dead !== undefined && (dead !== "expired" || signup.receipt === undefined))
    return deadLinkPage(signup, dead, { named, ...request });
  return signup.status === "initiated"
    ? confirmPage({ ...shown, partner: await offeredPartner(signup, now) })
    : standingPage(signup, language, { receipt: await receiptOf(signup), proof });
});

/** The newest receipt. An act from before receipts has none. */
const receiptOf = async ({ signup_id, receipt }: LiveSignup) =>
  receipt === undefined ? undefined : findReceipt(signup_id, receipt);
