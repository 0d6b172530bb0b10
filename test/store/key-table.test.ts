import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { withKeyTable } from "../../infra/tools/key-table.ts";
import { sortableId } from "../../shared/domain/ids.ts";
import type { Noun } from "../../shared/domain/noun.ts";
import { type Key, keys } from "../../shared/store/keys/keys.ts";
import { storedItems } from "../../shared/store/keys/stored-items.ts";

const readme = join(import.meta.dirname, "..", "..", "shared", "store", "README.md");

test("README.md matches the output of npm run docs:keys", () => {
  const text = readFileSync(readme, "utf8");
  expect(text).toBe(withKeyTable(text));
});

const owner = { account_id: "acct_1", mode: "test" } as const;

/** One key of each kind that keys.ts builds. */
const built: Record<keyof typeof keys, Key> = {
  signup: keys.signup("svc_sgn_1"),
  signupEmail: keys.signupEmail("ana@example.com"),
  signupDirectory: keys.signupDirectory("2026-11-21T09:30:00.000Z", "svc_sgn_1"),
  partner: keys.partner("acme"),
  partnerRegistration: keys.partnerRegistration("Acme", "dev@acme.example"),
  partnerDirectory: keys.partnerDirectory("a".repeat(64), "acme"),
  account: keys.account("acct_1"),
  accountName: keys.accountName("Acme"),
  accountProfile: keys.accountProfile(owner),
  accountDirectory: keys.accountDirectory("07", "acct_1"),
  savings: keys.savings(owner, "drv_1"),
  savingsLink: keys.savingsLink("a".repeat(64)),
  liveRequest: keys.liveRequest("open", "acct_1"),
  apiKey: keys.apiKey("a".repeat(64)),
  waitlist: keys.waitlist("a".repeat(64)),
  waitlistDirectory: keys.waitlistDirectory("a".repeat(64)),
  suppression: keys.suppression(`01234567.${"a".repeat(64)}`),
  limit: keys.limit("start-signup", "192.0.2.1"),
  network: keys.network("192.0.2.0/24"),
  lane: keys.lane("press"),
  waitingEmail: keys.waitingEmail("press", "000000000#01j9z8v7w6x5y4t3s2r1q0p9n8"),
  quota: keys.quota(owner, "2026-11-21T09:30"),
  idempotency: keys.idempotency(owner, "create-payout", "key"),
  driver: keys.driver(owner, "drv_1"),
  driverLookup: keys.driverLookup(owner, "email\nana@example.com", "drv_1"),
  externalId: keys.externalId(owner, "crew-1"),
  deletedDriver: keys.deletedDriver(owner, "drv_1"),
  driverTotals: keys.driverTotals(owner, "drv_1"),
  payment: keys.payment(owner, "pay_1"),
  batch: keys.batch(owner, "bat_1"),
  batchPage: keys.batchPage(owner, "bat_1", 3),
  batchResult: keys.batchResult(owner, "bat_1", 7),
  entry: keys.entry(owner, "txn_1"),
  settlement: keys.settlement(owner, "2026-11-21"),
  entrySource: keys.entrySource(owner, "funding", "wire 1"),
  saver: keys.saver("test", `01234567.${"a".repeat(64)}`),
  contribution: keys.contribution(owner, "con_1"),
  mileage: keys.mileage(owner, "drv_1", "mil_1"),
  expense: keys.expense(owner, "drv_1", "exp_1"),
  taxDocument: keys.taxDocument(owner, 2026, "doc_1"),
  earnings: keys.earnings(owner, "drv_1", "2026-11", "uber"),
  connection: keys.connection(owner, "drv_1", "uber"),
  givenConsent: keys.givenConsent(owner, "drv_1", "state"),
  consent: keys.consent("state"),
  receipt: keys.receipt("svc_sgn_1", "rcp_1"),
  receiptKey: keys.receiptKey("kid"),
  count: keys.count(owner, "drivers", "07"),
  dayCount: keys.dayCount(owner, "payments", "2026-11-21#07", "pay_1"),
  event: keys.event(owner, "evt_1"),
  webhook: keys.webhook(owner, "wh_1"),
  deletedWebhook: keys.deletedWebhook(owner, "wh_1"),
  delivery: keys.delivery(owner, "wh_1", "dlv_1"),
  walk: keys.walk("2026-q3"),
  audit: keys.audit("2026-11-21T09:30:00.000Z", "aud_1"),
  auditSignature: keys.auditSignature("a".repeat(64)),
  member: keys.member("acct_1", "mbr_1"),
  membership: keys.membership("ana@example.com", "acct_1"),
  email: keys.email("01j9z8v7w6x5y4t3s2r1q0p9n8"),
  login: keys.login("lgn_1"),
  session: keys.session("a".repeat(64)),
  activity: keys.activity("acct_1", "act_1"),
  failure: keys.failure(owner, "fail_1"),
  failuresOfHour: keys.failuresOfHour(owner, "2026-11-21T09"),
  inbox: keys.inbox(owner, "evt_1"),
  health: keys.health(),
  outbox: keys.outbox(sortableId("", new Date("2026-11-21T09:30:00.000Z"))),
};

/** A shape such as `DRIVER#<owner>` as a pattern. An owner has two parts, its account and its mode. */
const pattern = (shape: string) =>
  new RegExp(
    `^${shape
      .replace("<owner>", "[^#]+#(test|live)")
      .replace(/<sha256[^>]*>/, "[0-9a-f]{64}")
      .replace(/<[^>]*>/g, "[^#]+")}$`,
  );

const fits = ({ pk, sk }: Key, noun: string, shape: { pk: string; sk?: string }) =>
  pattern(shape.pk).test(pk) &&
  (shape.sk === undefined ? sk === noun.toUpperCase() : pattern(shape.sk).test(sk));

const shapes = Object.entries(storedItems).flatMap(([noun, { keys: all }]) =>
  all.map((shape) => ({ noun: noun as Noun, shape })),
);

test.each(Object.entries(built))("the table lists the key of %s", (_, key) => {
  expect(shapes.filter(({ noun, shape }) => fits(key, noun, shape))).not.toEqual([]);
});

test.each(shapes)("keys.ts builds the key of $noun, $shape", ({ noun, shape }) => {
  expect(Object.values(built).filter((key) => fits(key, noun, shape))).not.toEqual([]);
});
