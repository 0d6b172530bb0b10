import { type Agreement, isActive, isTooOld, readChoice } from "../../shared/domain/savings/agreement.ts";
import { mailboxOf } from "../../shared/domain/signup/mailbox.ts";
import type { LiveSignup } from "../../shared/domain/signup/signup.ts";
import { signReceipt } from "../../shared/http/receipt/sign-receipt.ts";
import { deeds, markOf } from "../../shared/pages/savings/deeds.ts";
import { savingsOfLink, termsOf } from "../../shared/http/savings/savings-of-link.ts";
import { seeOther, servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import {
  actionOf,
  agreePage,
  changePage,
  type SentChoice,
  type ShownAgreement,
} from "../../shared/pages/savings/agreement-pages.tsx";
import { findDriver } from "../../shared/store/driver/drivers.ts";
import { changeSavings, endSavings, startSavings } from "../../shared/store/savings/agreements.ts";
import { personWith } from "../../shared/store/savings/savers.ts";

/** Each act leaves one receipt, in its transaction. The page after it shows what holds. */
export const handler = servePage(
  "answer-savings",
  async ({ params: { proof = "" }, form, token, now, named, language: usual }) => {
    const savings = await savingsOfLink(proof, now);
    if (!savings) return unknownLink(usual);
    const page = seeOther(actionOf(proof));
    if (savings === "replaced") return page;
    const { agreement, signup, proofHash } = savings;
    const language = named ?? signup?.language ?? usual;
    const shown = { agreement, proof, token, language, ...(await termsOf(agreement, now)) };
    const isOpen = agreement.status === "invited" && !isTooOld(agreement, now);

    if (form.act === "decline" && isOpen) await endSavings(agreement, { by: "driver" }, now);
    if (form.act === "end" && isActive(agreement)) {
      const deed = deeds.end(shown);
      if (form.shown !== markOf(deed)) return seeOther(`${actionOf(proof)}/stop`);
      await endSavings(agreement, { by: "driver", receipt: await signReceipt(deed, now) }, now);
    }
    if (form.act === "change" && isActive(agreement)) {
      const read = readForm(form, shown, "change");
      if ("mistakes" in read) return changePage(shown, read);
      const receipt = await signReceipt(deeds.change(shown, read.choice), now);
      await changeSavings(agreement, read.choice, receipt, now);
    }
    if (form.act === "agree" && isOpen) {
      const read = readForm(form, shown, "agree");
      if ("mistakes" in read) return agreePage(shown, read);
      const behind = await personBehind(agreement, signup);
      if (behind === undefined) return unknownLink(usual);
      const receipt = await signReceipt(deeds.agree(shown, read.choice), now);
      const started = { choice: read.choice, ...behind, receipt, signup_id: signup?.signup_id };
      await startSavings(agreement, started, proofHash, now);
    }
    return page;
  },
);

type Form = Readonly<Record<string, string>>;

/** The choice, or the form as it is shown again. A form must be of the words and values that hold now. */
function readForm(form: Form, shown: ShownAgreement, act: "agree" | "change") {
  const read = readChoice(form, shown.limits);
  const mistakes: SentChoice["mistakes"] = {
    ...(form.shown !== markOf(deeds[act](shown)) && { "": "changed" }),
    ...("mistakes" in read && read.mistakes),
    ...(form.consent !== "yes" && { consent: "consent" }),
  };
  const most = "mistakes" in read ? read.most : 0;
  return Object.keys(mistakes).length === 0 && "choice" in read ? read : { given: form, mistakes, most };
}

/** Of the signup's mailbox, or of the sandbox driver's. Undefined: deleted, or another mailbox by now. */
async function personBehind(agreement: Agreement, signup: LiveSignup | undefined) {
  const driver = await findDriver(agreement, agreement.driver_id);
  if (!driver) return undefined;
  if (signup && mailboxOf(signup.email) !== mailboxOf(driver.email)) return undefined;
  return { person: await personWith(agreement, signup?.email ?? driver.email), email: driver.email };
}
