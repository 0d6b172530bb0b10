import { missing, Problem } from "../../contract/errors.ts";
import {
  accountStatus,
  type BankAccount,
  defaultAccount,
  type WithAccounts,
} from "../../domain/driver/driver-accounts.ts";
import type { Mode } from "../../domain/item/owner.ts";

export function requireBankAccount({ bank_accounts }: WithAccounts, id: string): BankAccount {
  const account = bank_accounts.find((account) => account.id === id);
  if (account) return account;
  throw missing("The driver has no bank account with this id.", "bank_account_id");
}

/** The account that a payout names, else the default. Live money needs a verified account. */
export function accountToPay(
  driver: WithAccounts,
  named: string | undefined,
  mode: Mode,
  now: Date,
): BankAccount | undefined {
  const account = named === undefined ? defaultAccount(driver) : requireBankAccount(driver, named);
  if (mode === "test" || (account && accountStatus(account, now) === "verified")) return account;
  if (account)
    throw new Problem(
      "bank_account_unverified",
      "The bank account is not verified. Wait until its `status` is `verified`, or name another one.",
      "bank_account_id",
    );
  throw new Problem("bank_account_missing", "The driver has no bank account. Add one first.", "driver_id");
}
