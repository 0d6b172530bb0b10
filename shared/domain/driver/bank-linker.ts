import type { Owner } from "../item/owner.ts";
import { last4Of, sandboxBankName } from "./bank-account.ts";
import type { BankAccountRequest } from "./bank-account-request.ts";
import type { LinkedAccount } from "./driver-accounts.ts";

type LinkedTo = { owner: Owner; driver_id: string; bank_account_id: string };

/**
 * An adapter must: answer within 3 s, or throw; return undefined for a token that it did not issue; link the
 * same token to the same account on every call, each with another `bank_account_id`, some of which are never
 * stored; change nothing that a dry run may not; seal the number, or keep it under that id, for the rail.
 */
export type BankLinker = {
  link: (request: BankAccountRequest, to: LinkedTo, now: Date) => Promise<LinkedAccount | undefined>;
};

export function linkInSandbox(request: BankAccountRequest): LinkedAccount | undefined {
  const { plaid_token, routing_number = "", account_number = "", account_type = "checking" } = request;
  if (plaid_token === undefined) {
    return { last4: last4Of(account_number), bank_name: sandboxBankName(routing_number), account_type };
  }
  if (!plaid_token.startsWith("public-sandbox-")) return undefined;
  const last4 = /\d{4}$/.exec(plaid_token)?.[0] ?? "6789";
  return { last4, bank_name: sandboxBankName(""), account_type: "checking" };
}
