import * as z from "zod/mini";
import { sortableId } from "../ids.ts";
import { Metadata } from "../metadata.ts";
import { Email, Instant, note, PlatformSlug, text } from "../text.ts";
import { AccountNumber, AccountType, RoutingNumber } from "./bank-account.ts";
import { Phone, SsnLast4 } from "./identity.ts";

export const DriverId = z.string().check(z.regex(/^drv_[0-9a-z]{26}$/, "a driver's id, `drv_...`"));

const given = {
  email: note(Email, "Where the driver can be reached."),
  first_name: note(text(100), "Legal first name."),
  last_name: note(text(100), "Legal last name."),
  phone: z.optional(note(Phone, "In E.164: `+` and the country code first.")),
  ssn_last4: z.optional(note(SsnLast4, "The last four digits, for tax forms. Never returned.")),
  metadata: z.optional(Metadata),
};

export const DriverRequest = z.strictObject(given);
export type DriverRequest = z.infer<typeof DriverRequest>;

export const DriverPatch = z
  .partial(DriverRequest)
  .check(z.refine((patch) => Object.keys(patch).length > 0, "an object with at least one field"));
export type DriverPatch = z.infer<typeof DriverPatch>;

/** The numbers of an account are never kept: its last four digits are enough to be recognised. */
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

export const DriverStatus = z.enum(["active"]);

/** The profile. What a driver earned and was paid stands in an item of its own, see {@link DriverTotals}. */
export const Driver = z.object({
  id: DriverId,
  status: DriverStatus,
  ...given,
  bank_accounts: z.array(BankAccount),
  /** A set, so that platforms come and go without a look at what else is connected. Absent when there are none. */
  platforms_connected: z.optional(z.set(PlatformSlug)),
  created_at: Instant,
});
export type Driver = z.infer<typeof Driver>;

/**
 * Running sums of a driver, in cents, and how many payouts stand at each status. They change in the very transactions that they
 * sum up, so nothing is ever counted over again. `lifetime_payouts`: completed, before fees, less refunds; `paid_2026`: of it, what was
 * completed in that year.
 */
export const DriverTotals = z.looseObject({
  lifetime_earnings: z._default(z.int(), 0),
  lifetime_payouts: z._default(z.int(), 0),
  pending: z._default(z.int(), 0),
  completed: z._default(z.int(), 0),
  failed: z._default(z.int(), 0),
  refunded: z._default(z.int(), 0),
});
export type DriverTotals = z.infer<typeof DriverTotals>;

export const createDriver = (request: DriverRequest, now: Date): Driver => ({
  id: sortableId("drv_", now),
  status: "active",
  ...request,
  bank_accounts: [],
  created_at: now.toISOString(),
});

const MANUAL_FIELDS = ["routing_number", "account_number", "account_type"] as const;

/**
 * A token of the bank-linking provider, or the three fields of a manual entry, never both. One object and not a union
 * of two: a union's error cannot name the one field to remove or to add.
 */
export const BankAccountRequest = z
  .strictObject({
    plaid_token: z.optional(
      note(text(200), "A token of the bank-linking provider; in the sandbox `public-sandbox-...`."),
    ),
    routing_number: z.optional(note(RoutingNumber, "Nine digits, ABA.")),
    account_number: z.optional(note(AccountNumber, "Never kept: of it the last four digits remain.")),
    account_type: z.optional(note(AccountType, "What kind of account it is.")),
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
  );
export type BankAccountRequest = z.infer<typeof BankAccountRequest>;

/** What linking an account comes to: no number of it but the last four digits. */
export type LinkedAccount = Pick<BankAccount, "last4" | "bank_name" | "account_type">;

export const bankAccountId = (now: Date): string => sortableId("ba_", now);

export const addBankAccount = (id: string, linked: LinkedAccount, now: Date): BankAccount => ({
  id,
  ...linked,
  status: "verified",
  created_at: now.toISOString(),
});

/** The driver with the fields that a patch names. */
export const patched = (driver: Driver, patch: DriverPatch): Driver => Driver.parse({ ...driver, ...patch });

/** A driver as partners see it, in replies and in events. `ssn_last4` is never shown. */
export const publicDriver = (
  driver: Driver,
  { lifetime_earnings, lifetime_payouts }: Pick<DriverTotals, "lifetime_earnings" | "lifetime_payouts">,
) => ({
  id: driver.id,
  object: "driver" as const,
  email: driver.email,
  first_name: driver.first_name,
  last_name: driver.last_name,
  phone: driver.phone ?? null,
  status: driver.status,
  metadata: driver.metadata ?? {},
  created_at: driver.created_at,
  platforms_connected: [...(driver.platforms_connected ?? [])].sort(),
  bank_accounts: driver.bank_accounts.map(({ id, last4, bank_name }) => ({ id, last4, bank_name })),
  lifetime_earnings,
  lifetime_payouts,
});

export const publicBankAccount = (account: BankAccount) => ({ object: "bank_account" as const, ...account });
