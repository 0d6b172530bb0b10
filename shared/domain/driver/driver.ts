import * as z from "zod/mini";
import { sortableId } from "../ids.ts";
import { Metadata, publicMetadata, StoredMetadata, withStoredMetadata } from "../metadata.ts";
import { PostalAddress, publicAddress, StoredAddress } from "../postal-address.ts";
import { Email, Instant, nameText, note, PlatformSlug, text } from "../text.ts";
import { AccountNumber, AccountType, RoutingNumber } from "./bank-account.ts";
import { Phone, SsnLast4 } from "./identity.ts";

export const DriverId = z.string().check(z.regex(/^drv_[0-9a-z]{26}$/, "a driver's id, `drv_...`"));

export const DriverRequest = z.strictObject({
  email: note(Email, "The driver's email."),
  first_name: note(nameText(100), "Legal first name."),
  last_name: note(nameText(100), "Legal last name."),
  phone: z.optional(note(Phone, "In E.164 format, such as `+14155552671`.")),
  ssn_last4: z.optional(note(SsnLast4, "Last four digits of the SSN, for tax forms. Never returned.")),
  address: z.optional(note(PostalAddress, "Postal address, for tax forms. A patch replaces it as a whole.")),
  metadata: z.optional(Metadata),
});
export type DriverRequest = z.infer<typeof DriverRequest>;

export const DriverPatch = z
  .partial(DriverRequest)
  .check(z.refine((patch) => Object.keys(patch).length > 0, "an object with at least one field"));
export type DriverPatch = z.infer<typeof DriverPatch>;

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

export const DriverStatus = z.enum(["active"]);

/**
 * A driver's profile. Its texts are those of a request, whose rules may become stricter than they were. An
 * item of its own has the sums of earnings and payouts: {@link DriverTotals}.
 */
export const Driver = z.object({
  id: DriverId,
  status: DriverStatus,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.optional(z.string()),
  /** Sealed. Drivers from before have the four digits. */
  ssn_last4: z.optional(z.string()),
  address: z.optional(StoredAddress),
  metadata: z.optional(StoredMetadata),
  bank_accounts: z.array(BankAccount),
  /**
   * A set, so that a write can add or remove one gig platform without reading the others. Absent when empty.
   */
  platforms_connected: z.optional(z.set(PlatformSlug)),
  created_at: Instant,
});
export type Driver = z.infer<typeof Driver>;

/**
 * Running sums of a driver in cents, and the number of payouts in each status. Each sum changes in the
 * transaction that it counts, so nothing is ever recounted. `lifetime_payouts`: completed payouts before
 * fees, less refunds. `paid_2026`: the part that completed in that year.
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
  ...withStoredMetadata(request),
  bank_accounts: [],
  created_at: now.toISOString(),
});

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
    routing_number: z.optional(note(RoutingNumber, "Nine-digit ABA routing number.")),
    account_number: z.optional(note(AccountNumber, "4 to 17 digits. Only the last four are stored.")),
    account_type: z.optional(note(AccountType, "Type of account.")),
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

/** The changed fields of a patch. */
export const changesOf = (patch: DriverPatch): Partial<Driver> =>
  Object.fromEntries(Object.entries(withStoredMetadata(patch)).filter(([, value]) => value !== undefined));

/** The driver after a patch. */
export const patched = (driver: Driver, patch: DriverPatch): Driver => ({ ...driver, ...changesOf(patch) });

/** A driver as the API shows it. `ssn_last4` is never returned. */
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
  address: publicAddress(driver.address),
  status: driver.status,
  metadata: publicMetadata(driver.metadata),
  created_at: driver.created_at,
  platforms_connected: [...(driver.platforms_connected ?? [])].sort(),
  bank_accounts: driver.bank_accounts.map(({ id, last4, bank_name }) => ({ id, last4, bank_name })),
  lifetime_earnings,
  lifetime_payouts,
});

export const publicBankAccount = (account: BankAccount) => ({ object: "bank_account" as const, ...account });
