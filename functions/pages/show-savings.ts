import { type Agreement, isActive, isTooOld } from "../../shared/domain/savings/agreement.ts";
import { capIn, savedIn } from "../../shared/domain/savings/saver.ts";
import { savingsOfLink, termsOf } from "../../shared/http/savings/savings-of-link.ts";
import { receiptFile } from "../../shared/pages/layout/receipt-card.tsx";
import { servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import { agreePage, changePage } from "../../shared/pages/savings/agreement-pages.tsx";
import { activePage, endedPage, gonePage, stopPage } from "../../shared/pages/savings/status-pages.tsx";
import { findReceipt } from "../../shared/store/receipt/receipts.ts";
import { findSaver } from "../../shared/store/savings/savers.ts";

/** The pages behind the links of savings. GET changes nothing: email scanners open them, too. */
export const handler = servePage(
  "show-savings",
  async ({ params: { proof = "", part }, token, now, named, language: usual }) => {
    const savings = await savingsOfLink(proof, now);
    if (!savings) return unknownLink(usual);
    if (savings === "replaced") return gonePage(usual);
    const { agreement, signup } = savings;
    const language = named ?? signup?.language ?? usual;
    const receipt = await receiptOf(agreement);
    if (part === "receipt") return receipt ? receiptFile(receipt) : unknownLink(usual);
    if (part !== undefined && part !== "change" && part !== "stop") return unknownLink(usual);
    if (isTooOld(agreement, now)) return gonePage(language);

    const shown = { agreement, proof, token, language, ...(await termsOf(agreement, now)) };
    if (agreement.status === "ended") {
      const hasBegun = agreement.started_at !== undefined;
      return hasBegun || agreement.ended_by === "driver"
        ? endedPage(shown, hasBegun, receipt)
        : gonePage(language);
    }
    if (!isActive(agreement)) return agreePage(shown);
    if (part === "change") return changePage(shown);
    if (part === "stop") return stopPage(shown);
    const saver = await findSaver(agreement, agreement.person);
    const { year } = shown.limits;
    const sums = {
      year,
      saved: saver ? savedIn(saver, year) : 0,
      cap: saver ? capIn(saver, year) : 0,
    };
    return activePage({ ...shown, agreement }, sums, receipt);
  },
);

const receiptOf = ({ id, receipt }: Agreement) =>
  receipt === undefined ? undefined : findReceipt(id, receipt);
