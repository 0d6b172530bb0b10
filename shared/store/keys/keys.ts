import { createHash } from "node:crypto";
import { instantOf, numberIn } from "../../domain/item/ids.ts";
import type { Noun } from "../../domain/access/noun.ts";
import { Mode, type Owner, ownerKey, type SavingsScope } from "../../domain/item/owner.ts";
import { sameEmail } from "../../domain/text/text.ts";

/**
 * The one table, and every way its keys are built. A partition key starts with its noun, because a role is
 * limited to nouns (`dynamodb:LeadingKeys`), and continues with the owner. `sk` is the noun again where an
 * item is alone in its partition. Emails are hashed, because keys appear in metrics and error texts.
 * README.md lists all keys.
 */
export type Key = { pk: string; sk: string };

export const prefixOf = (noun: Noun): string => `${noun.toUpperCase()}#`;

/**
 * The key of each item.
 *
 * @example
 * const owner = { account_id: "acct_1", mode: "test" };
 * keys.quota(owner, "2026-11-21T09:30").pk; // => "QUOTA#acct_1#test#2026-11-21"
 */
export const keys = {
  signup: (signupId: string) => key("signup", signupId),
  signupEmail: (email: string) => key("signup_email", sha256(sameEmail(email))),
  signupDirectory: (at: string, id: string) => ({ pk: monthOf("signup_directory", at), sk: `${at}#${id}` }),
  partner: (slug: string) => key("partner", slug),
  partnerRegistration: (company: string, email: string) =>
    key("partner_registration", sha256(`${sameName(company)}\n${sameEmail(email)}`)),
  /** The shard is the first character of the hash, here and in the directory of the waitlist. */
  partnerDirectory: (emailHash: string, slug: string) => ({
    pk: prefixOf("partner_directory") + emailHash.charAt(0),
    sk: `${emailHash}#${slug}`,
  }),
  account: (accountId: string) => key("account", accountId),
  accountName: (name: string) => key("account_name", sha256(sameName(name))),
  accountProfile: (owner: Owner) => key("account_profile", ownerKey(owner)),
  accountDirectory: (shard: string, accountId: string) => ({
    pk: prefixOf("account_directory") + shard,
    sk: accountId,
  }),
  liveRequest: (state: "open" | "closed", accountId: string) => ({
    pk: prefixOf("live_request") + state,
    sk: accountId,
  }),
  apiKey: (hash: string) => key("api_key", hash),
  waitlist: (emailHash: string) => key("waitlist", emailHash),
  waitlistDirectory: (hash: string) => ({ pk: prefixOf("waitlist_directory") + hash.charAt(0), sk: hash }),
  suppression: (mailboxHash: string) => key("suppression", mailboxHash),
  limit: (operation: string, source: string) => key("limit", `${operation}#${source}`),
  network: (network: string) => ({ pk: prefixOf("network") + sha256(network).charAt(0), sk: network }),
  lane: (name: string) => key("lane", name),
  waitingEmail: (lane: string, place: string) => ({ pk: prefixOf("waiting_email") + lane, sk: place }),
  /** `minute` is such as `2026-11-21T09:30`. */
  quota: (owner: Owner, minute: string) => ({
    pk: `${partitionOf("quota", owner)}#${minute.slice(0, 10)}`,
    sk: minute,
  }),
  idempotency: (owner: Owner, operation: string, idempotencyKey: string) =>
    key("idempotency", sha256(`${ownerKey(owner)}\n${operation}\n${idempotencyKey}`)),
  driver: (owner: Owner, id: string) => owned("driver", owner, id),
  /** By an email, external id or pair of metadata, hashed like an email. */
  driverLookup: (owner: Owner, text: string, id: string) => ({ pk: lookupsOf(owner, text), sk: id }),
  /** The one item of an external id, so two drivers cannot have the same. */
  externalId: (owner: Owner, id: string) => ({ pk: lookupsOf(owner, `external_id\n${id}`), sk: "taken" }),
  deletedDriver: (owner: Owner, id: string) => owned("deleted_driver", owner, id),
  driverTotals: (owner: Owner, id: string) => owned("driver", owner, `${id}#totals`),
  payment: (owner: Owner, id: string) => owned("payment", owner, id),
  batch: (owner: Owner, id: string) => owned("batch", owner, id),
  /** The newest batch with payouts that were rejected. */
  rejectedBatch: (owner: Owner) => owned("batch", owner, "rejected"),
  /** Fifty payouts of a batch, and the result of one. Both are numbered from 0. */
  batchPage: (owner: Owner, id: string, page: number) => owned("batch", owner, `${id}#page#${page}`),
  batchResult: (owner: Owner, id: string, index: number) =>
    owned("batch", owner, `${id}#result#${String(index).padStart(3, "0")}`),
  proposal: (owner: Owner, id: string) => owned("proposal", owner, id),
  /** Fifty payouts with their dry runs. Before all proposals, so a list of these has none. */
  proposalPage: (owner: Owner, id: string, page: number) => owned("proposal", owner, `page#${id}#${page}`),
  entry: (owner: Owner, id: string) => owned("entry", owner, id),
  settlement: (owner: Owner, date: string) => owned("settlement", owner, date),
  entrySource: (owner: Owner, type: string, source: string) =>
    owned("entry_source", owner, sha256(`${type} ${source}`)),
  /** `person`: a keyed hash of the mailbox. Live: an item for all partners. Test: one for each account. */
  saver: (of: SavingsScope, person: string) =>
    key("saver", `${of.mode === "live" ? of.mode : ownerKey(of)}#${person}`),
  contribution: (owner: Owner, id: string) => owned("contribution", owner, id),
  savings: (owner: Owner, driverId: string) => owned("savings", owner, driverId),
  savingsLink: (proofHash: string) => key("savings_link", proofHash),
  mileage: (owner: Owner, driverId: string, id: string) => ({
    pk: `${partitionOf("mileage", owner)}#${driverId}`,
    sk: id,
  }),
  expense: (owner: Owner, driverId: string, id: string) => ({
    pk: `${partitionOf("expense", owner)}#${driverId}`,
    sk: id,
  }),
  taxDocument: (owner: Owner, year: number, id: string) => ({ pk: taxDocumentsOf(owner, year), sk: id }),
  earnings: (owner: Owner, driverId: string, month: string, platform: string) => ({
    pk: `${partitionOf("earnings", owner)}#${driverId}`,
    sk: `${month}#${platform}`,
  }),
  connection: (owner: Owner, driverId: string, platform: string) =>
    keys.earnings(owner, driverId, "connection", platform),
  givenConsent: (owner: Owner, id: string, state: string) =>
    keys.earnings(owner, id, "consent", sha256(state)),
  consent: (state: string) => key("consent", sha256(state)),
  /** `sub`: the id of a signup, a driver, an agreement or a proposal. */
  receipt: (sub: string, id: string) => ({ pk: prefixOf("receipt") + sub, sk: id }),
  receiptKey: (kid: string) => ({ pk: `${prefixOf("receipt_key")}all`, sk: kid }),
  count: (owner: Owner, of: CountedNoun, shard: string) => ({ pk: countsOf(owner, of), sk: shard }),
  dayCount: (owner: Owner, of: CountedNoun, dayAndShard: string) => ({
    pk: dayCountsOf(owner, of),
    sk: dayAndShard,
  }),
  /** What a key with a limit has paid on a day. */
  keyDay: (owner: Owner, keyId: string, day: string) => owned("count", owner, `${day}#${keyId}`),
  bankFile: (number: number) => ({ pk: `${prefixOf("bank_file")}all`, sk: eightDigits(number) }),
  bankEntry: (file: number | "waiting", id: string) => ({ pk: bankEntriesOf(file), sk: id }),
  bankLine: (hash: string) => ({ pk: `${prefixOf("bank_line")}open`, sk: hash }),
  bankKey: () => key("bank_key", "newest"),
  event: (owner: Owner, id: string) => owned("event", owner, id),
  webhook: (owner: Owner, id: string) => owned("webhook", owner, id),
  deletedWebhook: (owner: Owner, id: string) => owned("webhook", owner, `deleted#${id}`),
  delivery: (owner: Owner, webhookId: string, id: string) => ({ pk: deliveriesOf(owner, webhookId), sk: id }),
  walk: (id: string) => key("walk", id),
  outbox: (id: string) => ({ pk: outboxOf(instantOf(id))[shardOf(id, OUTBOX_SHARDS)] ?? "", sk: id }),
  email: (outboxId: string) => key("email", outboxId),
  audit: (at: string, id: string) => ({ pk: monthOf("audit", at), sk: id }),
  auditSignature: (hash: string) => key("audit", `signature#${hash}`),
  member: (accountId: string, memberId: string) => ({ pk: prefixOf("member") + accountId, sk: memberId }),
  membership: (email: string, accountId: string) => ({
    pk: prefixOf("membership") + sha256(sameEmail(email)),
    sk: accountId,
  }),
  login: (id: string) => key("login", id),
  session: (hash: string) => key("session", hash),
  activity: (accountId: string, id: string) => ({ pk: prefixOf("activity") + accountId, sk: id }),
  failure: (owner: Owner, id: string) => owned("failure", owner, id),
  failuresOfHour: (owner: Owner, hour: string) => owned("failure", owner, `hour#${hour}`),
  /** The sums of its hours, before the failures of each. */
  requestsOfDay: (owner: Owner, day: string) => owned("failure", owner, `hour#${day}`),
  /** No item has this key. Its read shows that the table answers. */
  health: () => key("health", "ready"),
};

const eightDigits = (number: number): string => String(number).padStart(8, "0");

/** The entries of a file, or the prenotes that wait for one. */
export const bankEntriesOf = (file: number | "waiting"): string =>
  prefixOf("bank_entry") + (file === "waiting" ? file : eightDigits(file));

const monthOf = (noun: Noun, at: string): string => prefixOf(noun) + at.slice(0, 7);

export function* monthsSince(noun: Noun, since: Date, now: Date): Generator<string> {
  const last = monthOf(noun, since.toISOString());
  for (let month = now; monthOf(noun, month.toISOString()) >= last; ) {
    yield monthOf(noun, month.toISOString());
    month = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 0));
  }
}

const OUTBOX_SHARDS = 16;

/** The partitions with the outbox entries of an instant's hour. A redrive looks entries up by time. */
export const outboxOf = (instant: Date): string[] =>
  Array.from(
    { length: OUTBOX_SHARDS },
    (_, shard) => `${prefixOf("outbox")}${instant.toISOString().slice(0, 13)}#${shard}`,
  );

export const hashOfEmail = (email: string): string => sha256(sameEmail(email));

/** The shards of the directories of partners and of the waitlist, and of networks. */
export const hashShards = [..."0123456789abcdef"];

export const directoryShards = Array.from({ length: 16 }, (_, i) => String(i).padStart(2, "0"));

export const directoryShardOf = (accountId: string): string =>
  directoryShards[Number.parseInt(accountId.slice(-1), 36) % directoryShards.length] ?? "";

/** The objects that lists count. */
export type CountedNoun = "drivers" | "payments" | "webhooks" | "tax_documents";

export const countsOf = (owner: Owner, of: CountedNoun): string => `${partitionOf("count", owner)}#${of}`;

export const taxDocumentsOf = (owner: Owner, year: number): string =>
  `${partitionOf("tax_document", owner)}#${year}`;

export const lookupsOf = (owner: Owner, text: string): string =>
  `${partitionOf("driver_lookup", owner)}#${sha256(text)}`;

export const dayCountsOf = (owner: Owner, of: CountedNoun): string => `${countsOf(owner, of)}_by_day`;

/** The partition of an endpoint's deliveries. */
export const deliveriesOf = (owner: Owner, webhookId: string): string =>
  `${partitionOf("delivery", owner)}#${webhookId}`;

export const isOf = (noun: Noun, { pk }: Key): boolean => pk.startsWith(prefixOf(noun));

export function payoutAt({ pk, sk }: Key): Owner & { payout_id: string } {
  const [, account_id = "", mode] = pk.split("#");
  return { account_id, mode: Mode.parse(mode), payout_id: sk };
}

export function deliveryAt({ pk, sk }: Key): Owner & { endpoint_id: string; delivery_id: string } {
  const [, account_id = "", mode, endpoint_id = ""] = pk.split("#");
  return { account_id, mode: Mode.parse(mode), endpoint_id, delivery_id: sk };
}

export function eventAt({ pk, sk }: Key): Owner & { event_id: string } {
  const [, account_id = "", mode] = pk.split("#");
  return { account_id, mode: Mode.parse(mode), event_id: sk };
}

export function batchAt({ pk, sk }: Key): Owner & { batch_id: string } {
  const [, account_id = "", mode] = pk.split("#");
  return { account_id, mode: Mode.parse(mode), batch_id: sk };
}

const dueShardsOf = (noun: Noun, shards: number) =>
  Array.from({ length: shards }, (_, i) => `${prefixOf(noun)}due#${i}`);

/** The shards of the index `by_due`. One takes 1,000 writes a second, and each item enters and leaves. */
export const dueShards = {
  delivery: dueShardsOf("delivery", 4),
  payment: dueShardsOf("payment", 16),
  /** Of payouts that the next file to the bank collects. */
  file: Array.from({ length: 16 }, (_, i) => `${prefixOf("payment")}file#${i}`),
};

export const dueShardOf = (id: string, noun: keyof typeof dueShards = "delivery"): string =>
  dueShards[noun][shardOf(id, dueShards[noun].length)] ?? "";

/** The partition of the index `by_due` for batches. Each one changes its place every few seconds at most. */
export const dueBatches = `${prefixOf("batch")}due`;

/** One of `shards` numbers, from the random end of an id. */
export const shardOf = (id: string, shards: number): number => numberIn(id) % shards;

export const partitionOf = (noun: Noun, owner: Owner): string => prefixOf(noun) + ownerKey(owner);

const owned = (noun: Noun, owner: Owner, sk: string): Key => ({ pk: partitionOf(noun, owner), sk });

const key = (noun: Noun, id: string): Key => ({ pk: prefixOf(noun) + id, sk: noun.toUpperCase() });

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const sameName = (company: string) => company.normalize("NFKC").trim().toLowerCase().replace(/\s+/g, " ");
