import * as z from "zod/mini";
import { idForm, sortableId } from "../item/ids.ts";
import { Instant, note } from "../text/text.ts";

const FORM = idForm("ba_");

export const BankAccountId = z.string().check(z.regex(FORM, "a bank account's id, `ba_...`"));

/** In a body, an id of another form is unknown like any other: 404. */
export const NamedBankAccountId = z.string().check(z.regex(FORM, "resource_missing"));

export const AccountType = z.enum(["checking", "savings"]);

export const BankAccount = z.object({
  id: z.string(),
  last4: note(z.string(), "Last four digits of the account number."),
  bank_name: note(z.string(), "Name of the bank."),
  account_type: note(z.clone(AccountType), "Type of account."),
  status: note(z.enum(["verified"]), "Current status."),
  created_at: Instant,
});
export type BankAccount = z.infer<typeof BankAccount>;

export const MAX_BANK_ACCOUNTS = 10;

export type LinkedAccount = Pick<BankAccount, "last4" | "bank_name" | "account_type">;

export const bankAccountId = (now: Date): string => sortableId("ba_", now);

export const addBankAccount = (id: string, linked: LinkedAccount, now: Date): BankAccount => ({
  id,
  ...linked,
  status: "verified",
  created_at: now.toISOString(),
});

export type WithAccounts = { bank_accounts: BankAccount[]; default_bank_account_id?: string | undefined };

export const defaultAccount = ({ bank_accounts, default_bank_account_id }: WithAccounts) =>
  bank_accounts.find(({ id }) => id === default_bank_account_id) ?? bank_accounts.at(-1);

/** The fields without one of the accounts. If that was the chosen default, the newest account is it again. */
export const withoutAccount = (
  { bank_accounts, default_bank_account_id: chosen }: WithAccounts,
  id: string,
): Partial<WithAccounts> => ({
  bank_accounts: bank_accounts.filter((account) => account.id !== id),
  ...(chosen === id && { default_bank_account_id: undefined }),
});

export const publicBankAccount = (account: BankAccount, driver: WithAccounts) => ({
  object: "bank_account" as const,
  ...account,
  is_default: account.id === defaultAccount(driver)?.id,
});
