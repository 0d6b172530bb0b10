import type { Owner } from "../owner.ts";
import { last4Of, sandboxBankName } from "./bank-account.ts";
import type { BankAccountRequest, LinkedAccount } from "./driver.ts";

/** Whose account is linked, and by which id payouts will name it. */
type LinkedTo = { owner: Owner; driver_id: string; bank_account_id: string };

/**
 * Who knows drivers' bank accounts. An adapter must: answer within 3 s or throw; answer undefined for a token it did not give; link the same
 * token to the same account however often it is asked, each time by another `bank_account_id`, of which some are never kept; keep the
 * account's number to itself, under that id, for the payouts of a rail.
 */
export type BankLinker = {
  link: (request: BankAccountRequest, to: LinkedTo) => Promise<LinkedAccount | undefined>;
};

/** The sandbox links any token `public-sandbox-...`, and takes its last four digits from the token where it ends in some. */
export function linkInSandbox(request: BankAccountRequest): LinkedAccount | undefined {
  const { plaid_token, routing_number = "", account_number = "", account_type = "checking" } = request;
  if (plaid_token === undefined) {
    return { last4: last4Of(account_number), bank_name: sandboxBankName(routing_number), account_type };
  }
  if (!plaid_token.startsWith("public-sandbox-")) return undefined;
  const last4 = /\d{4}$/.exec(plaid_token)?.[0] ?? "6789";
  return { last4, bank_name: sandboxBankName(""), account_type: "checking" };
}
