import * as z from "zod/mini";
import { idForm, sortableId } from "../item/ids.ts";
import { Instant, note } from "../text/text.ts";
import { RoutingNumber } from "./bank-account.ts";

const FORM = idForm("ba_");

export const BankAccountId = z.string().check(z.regex(FORM, "a bank account's id, `ba_...`"));

/** In a body, an id of another form is unknown like any other: 404. */
export const NamedBankAccountId = z.string().check(z.regex(FORM, "resource_missing"));

export const AccountType = z.enum(["checking", "savings"]);

const shown = {
  id: z.string(),
  last4: note(z.string(), "Last four digits of the account number."),
  bank_name: note(z.string(), "Name of the bank."),
  account_type: note(z.clone(AccountType), "Type of account."),
  status: note(
    z.enum(["pending", "verified", "failed"]),
    "Live: `pending` until its bank had some four days to refuse a test.",
  ),
  created_at: Instant,
};
export const ShownBankAccount = z.object(shown);

/** A stage with a rail stores how to reach the account: its number only sealed for the files' writer. */
export const BankAccount = z.object({
  ...shown,
  routing_number: z.optional(z.clone(RoutingNumber)),
  sealed_number: z.optional(z.string()),
  /** When its prenote is collected. */
  prenote_at: z.optional(Instant),
  /** Of one whose bank has taken the file of the prenote: verified from then on, without a return. */
  verifies_at: z.optional(Instant),
  return_code: z.optional(z.string()),
  /** By field, where the newest line of the bank is that corrected it: our file, the bank's, the line. */
  corrected: z.optional(z.record(z.string(), z.string())),
});
export type BankAccount = z.infer<typeof BankAccount>;

export const accountStatus = ({ status, verifies_at }: BankAccount, now: Date): BankAccount["status"] =>
  status === "pending" && verifies_at !== undefined && verifies_at <= now.toISOString() ? "verified" : status;

export const MAX_BANK_ACCOUNTS = 10;

export type LinkedAccount = Pick<BankAccount, "last4" | "bank_name" | "account_type"> &
  Partial<Pick<BankAccount, "status" | "routing_number" | "sealed_number" | "prenote_at">>;

export const bankAccountId = (now: Date): string => sortableId("ba_", now);

export const addBankAccount = (id: string, linked: LinkedAccount, now: Date): BankAccount => ({
  id,
  status: "verified",
  ...linked,
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

export const publicBankAccount = (account: BankAccount, driver: WithAccounts, now: Date) => ({
  object: "bank_account" as const,
  id: account.id,
  last4: account.last4,
  bank_name: account.bank_name,
  account_type: account.account_type,
  status: accountStatus(account, now),
  created_at: account.created_at,
  is_default: account.id === defaultAccount(driver)?.id,
});
