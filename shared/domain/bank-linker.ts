import { last4Of, sandboxBankName } from "./bank-account.ts";
import type { BankAccount, BankAccountRequest } from "./driver.ts";

/** What linking an account comes to: no number of it but the last four digits. */
export type LinkedAccount = Pick<BankAccount, "last4" | "bank_name" | "account_type">;

/**
 * Who knows drivers' bank accounts. An adapter must: answer within 3 s or throw; answer undefined for a token it did not give; link the same
 * token to the same account however often it is asked; keep the account's number to itself, for payouts.
 */
export type BankLinker = { link: (request: BankAccountRequest) => Promise<LinkedAccount | undefined> };

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
