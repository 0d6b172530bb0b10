import { invalid, Problem } from "../../contract/errors.ts";
import { sealNumber } from "../../crypto/bank-number.ts";
import { last4Of, liveBankName } from "../../domain/driver/bank-account.ts";
import type { BankLinker } from "../../domain/driver/bank-linker.ts";
import { failureOf, type Payout } from "../../domain/payout/payout.ts";
import type { PayoutRail, Step } from "../../domain/payout/payout-rail.ts";
import { bankingDayAfter, nextCutOff, paidAt } from "../../domain/rail/bank-days.ts";
import { type BankFile, BankTerms, fileSettlesAt } from "../../domain/rail/bank-file.ts";
import { findBankFiles, findBankKey } from "../../store/rail/bank-files.ts";
import { Contention } from "../../store/table/table.ts";

/** A payout of a file that its bank has not taken is not paid, on any day. */
function nextStep(payout: Payout, files: ReadonlyMap<number, BankFile>, now: Date): Step | null {
  const { status, return_code, failure_code, bank_file, due_at, created_at } = payout;
  if (return_code !== undefined && (status === "pending" || status === "completed"))
    return {
      transition: status === "pending" ? "fail" : "refund",
      at: now.toISOString(),
      failure_code: failureOf(return_code),
    };
  if (status !== "pending") return null;
  if (failure_code) return { transition: "fail", at: now.toISOString(), failure_code };
  const file = bank_file === undefined ? undefined : files.get(bank_file);
  const paid_at = file && fileSettlesAt(file).toISOString();
  if (paid_at !== undefined && (file?.state === "acknowledged" || paid_at > now.toISOString()))
    return { transition: "complete", at: paid_at };
  const dueMs = Math.max(Date.parse(due_at ?? created_at), now.getTime() + 60_000);
  return { transition: "complete", at: new Date(dueMs).toISOString() };
}

/** ACH credits in files. A payout waits for the next cut-off, is put into a file, and may come back. */
export const achRail = (terms: BankTerms): PayoutRail => ({
  next: async (payouts, now) => {
    const pending = payouts.filter(({ status, return_code }) => status === "pending" && !return_code);
    const files = await findBankFiles(pending.flatMap(({ bank_file }) => bank_file ?? []));
    return payouts.map((payout) => nextStep(payout, files, now));
  },
  schedule: (payout, now) => {
    if (payout.method === "instant")
      throw new Problem(
        "live_mode_unavailable",
        "No instant payouts in live mode. Send `method` as `standard`, which takes 1 to 2 business days.",
        "method",
      );
    const { day, at } = nextCutOff(now, terms.cut_offs);
    const effective = bankingDayAfter(day, terms.same_day ? 0 : terms.lead_days);
    const expected_at = paidAt(effective).toISOString();
    return { ...payout, waits_for_file: true, due_at: at.toISOString(), expected_at };
  },
  cancel: async ({ bank_file }) => bank_file === undefined,
});

/** Its number is sealed before it is stored. The next file tests it with an entry of zero dollars. */
const achLinker = (terms: BankTerms): BankLinker => ({
  link: async ({ plaid_token, routing_number = "", account_number = "", account_type }, to, now) => {
    if (plaid_token !== undefined)
      throw invalid(
        "`plaid_token` must be left out in live mode. Send the account's numbers.",
        "plaid_token",
      );
    const bankKey = await findBankKey();
    // In the first minutes of a stage. The caller gets a 503, and tries again.
    if (bankKey === undefined) throw new Contention("The files' writer has not published its key");
    return {
      last4: last4Of(account_number),
      bank_name: liveBankName(routing_number),
      account_type: account_type ?? "checking",
      status: "pending",
      routing_number,
      sealed_number: sealNumber(account_number, to.bank_account_id, bankKey),
      prenote_at: nextCutOff(now, terms.cut_offs).at.toISOString(),
    };
  },
});

export const ofBank = (terms: BankTerms) => ({ rail: achRail(terms), linker: achLinker(terms) });

/** Of the environment. Empty: the stage has no rail. */
export const readBankTerms = (text: string): BankTerms => BankTerms.parse(JSON.parse(text));
