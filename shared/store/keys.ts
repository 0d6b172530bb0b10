import { createHash } from "node:crypto";
import type { Noun } from "../domain/noun.ts";
import { type Owner, ownerKey } from "../domain/owner.ts";
import { sameEmail } from "../domain/text.ts";

/**
 * The one table, and every way its keys are built. A partition key starts with its noun, because a function's role
 * is limited to nouns (`dynamodb:LeadingKeys`). What belongs to a partner has its owner (account and mode) in the key next.
 *
 * | item                 | pk                                          | read by                        |
 * | -------------------- | ------------------------------------------- | ------------------------------ |
 * | signup               | SIGNUP#<signup_id>                          | status, timer                  |
 * | signup_email         | SIGNUP_EMAIL#<sha256 of the email>          | the replay of a signup         |
 * | partner              | PARTNER#<slug>                              | attribution of a signup        |
 * | partner_registration | PARTNER_REGISTRATION#<sha256 company+email> | the replay of a registration   |
 * | account              | ACCOUNT#<account_id>                        | operators' commands            |
 * | account_name         | ACCOUNT_NAME#<name>                         | operators' commands            |
 * | api_key              | API_KEY#<sha256 of the key>                 | every request with a key       |
 * | waitlist             | WAITLIST#<sha256 of the email>              | nobody yet                     |
 * | suppression          | SUPPRESSION#<sha256 of the email>           | the mail sender                |
 * | limit                | LIMIT#<operation>#<source>                  | its own conditional write      |
 * | quota                | QUOTA#<owner>#<minute>                      | its own conditional write      |
 * | idempotency          | IDEMPOTENCY#<sha256 owner+operation+key>    | the refused write of a replay  |
 * | driver               | DRIVER#<owner>, sk <id> and <id>#totals     | the driver's operations, lists |
 * | payment              | PAYMENT#<owner>, sk <id>                    | the payment's operations, lists |
 * | mileage              | MILEAGE#<owner>#<driver>, sk <id>           | nobody yet: sums are the driver's |
 * | earnings             | EARNINGS#<owner>#<driver>, sk <month>#<platform> | summaries of earnings and tax |
 * | (a connection)       | the same, sk connection#<platform>          | the driver's connections       |
 * | consent              | CONSENT#<sha256 of the state>               | the page that asks the driver  |
 * | count                | COUNT#<owner>#<of what>, sk <shard>         | the lists' totals              |
 * | event                | EVENT#<owner>, sk <id>                      | the table's stream, lists      |
 * | outbox               | OUTBOX#<id>                                 | the table's stream             |
 *
 * `sk` is the noun again where an item is alone in its partition. The indexes `by_driver`, `by_status` and
 * `by_driver_status` hold payments: `PAYMENT#<owner>#<driver>`, `PAYMENT#<owner>#<status>` and both, sorted by id. Email addresses
 * are hashed so that keys, which find their way into metrics and error texts, name nobody.
 */
export type Key = { pk: string; sk: string };

export const prefixOf = (noun: Noun): string => `${noun.toUpperCase()}#`;

export const keys = {
  signup: (signupId: string) => key("signup", signupId),
  signupEmail: (email: string) => key("signup_email", sha256(sameEmail(email))),
  partner: (slug: string) => key("partner", slug),
  partnerRegistration: (company: string, email: string) =>
    key("partner_registration", sha256(`${sameName(company)}\n${sameEmail(email)}`)),
  account: (accountId: string) => key("account", accountId),
  accountName: (name: string) => key("account_name", sha256(sameName(name))),
  apiKey: (hash: string) => key("api_key", hash),
  waitlist: (email: string) => key("waitlist", sha256(sameEmail(email))),
  suppression: (email: string) => key("suppression", sha256(sameEmail(email))),
  limit: (operation: string, source: string) => key("limit", `${operation}#${source}`),
  quota: (owner: Owner, minute: string) => key("quota", `${ownerKey(owner)}#${minute}`),
  idempotency: (owner: Owner, operation: string, idempotencyKey: string) =>
    key("idempotency", sha256(`${ownerKey(owner)}\n${operation}\n${idempotencyKey}`)),
  driver: (owner: Owner, id: string) => owned("driver", owner, id),
  driverTotals: (owner: Owner, id: string) => owned("driver", owner, `${id}#totals`),
  payment: (owner: Owner, id: string) => owned("payment", owner, id),
  mileage: (owner: Owner, driverId: string, id: string) => ({
    pk: `${partitionOf("mileage", owner)}#${driverId}`,
    sk: id,
  }),
  earnings: (owner: Owner, driverId: string, month: string, platform: string) => ({
    pk: `${partitionOf("earnings", owner)}#${driverId}`,
    sk: `${month}#${platform}`,
  }),
  connection: (owner: Owner, driverId: string, platform: string) =>
    keys.earnings(owner, driverId, "connection", platform),
  consent: (state: string) => key("consent", sha256(state)),
  count: (owner: Owner, of: Counted, shard: string) => ({ pk: countsOf(owner, of), sk: shard }),
  event: (owner: Owner, id: string) => owned("event", owner, id),
  outbox: (id: string) => key("outbox", id),
};

/** What is counted for the totals of lists. */
export type Counted = "drivers" | "payments";

export const countsOf = (owner: Owner, of: Counted): string => `${partitionOf("count", owner)}#${of}`;

/** The table's indexes, each named after the attribute it is keyed by; all are sorted by `sk`. */
export const indexes = ["by_driver", "by_status", "by_driver_status"] as const;

/** The partition that holds all of an owner's objects of a kind, sorted by id and so by creation. */
export const partitionOf = (noun: Noun, owner: Owner): string => prefixOf(noun) + ownerKey(owner);

const owned = (noun: Noun, owner: Owner, sk: string): Key => ({ pk: partitionOf(noun, owner), sk });

const key = (noun: Noun, id: string): Key => ({ pk: prefixOf(noun) + id, sk: noun.toUpperCase() });

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const sameName = (company: string) => company.normalize("NFKC").trim().toLowerCase().replace(/\s+/g, " ");
