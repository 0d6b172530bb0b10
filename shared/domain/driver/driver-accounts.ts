import * as z from "zod/mini";
import { sortableId } from "../ids.ts";
import { Instant, note, text } from "../text.ts";
import { AccountNumber, AccountType, RoutingNumber } from "./bank-account.ts";

export const BankAccountId = z.string().check(z.regex(/^ba_[0-9a-z]{26}$/, "a bank account's id, `ba_...`"));

/** A bank account. Only the last four digits of its number are stored. */
export const BankAccount = z.object({
  id: z.string(),
  last4: z.string(),
  bank_name: z.string(),
  account_type: AccountType,
  status: z.enum(["verified"]),
  created_at: Instant,
});
export type BankAccount = z.infer<typeof BankAccount>;

export const MOST_BANK_ACCOUNTS = 10;

const MANUAL_FIELDS = ["routing_number", "account_number", "account_type"] as const;

/**
 * A token of the bank-linking provider, or the three fields of a manual entry, never both. One object and not
 * a union of two: a union's error cannot name the one field to remove or to add.
 */
export const BankAccountRequest = z
  .strictObject({
    plaid_token: z.optional(
      note(text(200), "Token from the bank-linking provider; in the sandbox `public-sandbox-...`."),
    ),
    routing_number: z.optional(note(z.clone(RoutingNumber), "Nine-digit ABA routing number.")),
    account_number: z.optional(
      note(z.clone(AccountNumber), "4 to 17 digits. Only the last four are stored."),
    ),
    account_type: z.optional(note(z.clone(AccountType), "Type of account.")),
  })
  .check(
    z.check(({ value, issues }) => {
      const given = MANUAL_FIELDS.filter((field) => value[field] !== undefined);
      if (value.plaid_token !== undefined) {
        const message = "left out beside `plaid_token`";
        if (given[0]) issues.push({ code: "custom", path: [given[0]], message, input: value });
        return;
      }
      const required = given.length === 0 ? (["plaid_token"] as const) : MANUAL_FIELDS;
      for (const field of required) {
        if (value[field] === undefined)
          issues.push({ code: "invalid_type", expected: "string", path: [field], input: undefined });
      }
    }),
  )
  .register(z.globalRegistry, {
    "x-one-of": { BankAccountToken: ["plaid_token"], BankAccountNumbers: MANUAL_FIELDS },
  });
export type BankAccountRequest = z.infer<typeof BankAccountRequest>;

/** The result of linking an account: of its number, only the last four digits. */
export type LinkedAccount = Pick<BankAccount, "last4" | "bank_name" | "account_type">;

export const bankAccountId = (now: Date): string => sortableId("ba_", now);

export const addBankAccount = (id: string, linked: LinkedAccount, now: Date): BankAccount => ({
  id,
  ...linked,
  status: "verified",
  created_at: now.toISOString(),
});

/** A driver's accounts, oldest first. */
export type WithAccounts = { bank_accounts: BankAccount[]; default_bank_account_id?: string | undefined };

/** The account that payouts go to unless they name another. */
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
