import { expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { leaveOnly } from "../support/partner/balance.ts";
import { payoutTo, PAYOUTS } from "../support/partner/payouts.ts";
import { errorOf, newPartner, type Partner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();
const BATCHES = "/v1/payments/batches";

/** A partner, its driver and a batch of payouts. With `funds`, there are only so many cents for them. */
async function sent(payouts: (driver: string) => Json[], funds?: number) {
  const partner = await newPartner(cloud);
  if (funds !== undefined) await leaveOnly(partner, funds);
  const { id: driver } = await partner.driver();
  const batch = await partner.post(BATCHES, { payouts: payouts(driver) }, { "idempotency-key": "b" });
  return { partner, driver, batch, at: `${BATCHES}/${batch.json.id}` };
}

const times = (count: number, payout: Json) => Array.from({ length: count }, () => payout);

/** The items, or other objects, on two result pages. */
async function allOf(partner: Partner, list: string): Promise<Json[]> {
  const { data, has_more } = await partner.read(`${list}limit=100`);
  const more = has_more && (await partner.read(`${list}limit=100&starting_after=${data.at(-1).id}`));
  return [...data, ...(more ? more.data : [])];
}
const allItems = (partner: Partner, at: string) => allOf(partner, `${at}/items?`);
/** The rest of a minute, so that the batch begins with a whole minute's quota. */
const toTheMinute = async () => cloud.advanceTo(Math.ceil((await cloud.now()) / 60_000) * 60_000);

const suspend = (account: string, on = true) =>
  cloud.command(on ? "suspend-account" : "resume-account", { account });

/** Expects each payout to be of one item, and the ledger to be without a difference. */
async function expectPaidOnce(partner: Partner, at: string): Promise<void> {
  const paid = (await allItems(partner, at)).flatMap(({ payout_id }) => payout_id ?? []);
  expect(new Set(paid).size).toBe(paid.length);
  expect((await partner.read("/v1/payments?limit=1")).total_count).toBe(paid.length);
  const audit = await cloud.command("audit-ledger", { account: partner.accountId });
  expect(audit).toMatchObject({ ok: true, data: [] });
}

const UNKNOWN = `drv_${"0".repeat(26)}`;
const bad: [string, (driver: string) => Json][] = [
  ["too small", (id) => payoutTo(id, { amount: 99 })],
  ["too large for the sandbox", (id) => payoutTo(id, { amount: 1_000_001 })],
  ["of another currency", (id) => payoutTo(id, { currency: "eur" })],
  ["with a field too many", (id) => payoutTo(id, { colour: 1 })],
  ["without an amount", (id) => ({ driver_id: id, currency: "usd" })],
  ["to an unknown driver", () => payoutTo(UNKNOWN)],
  ["to an unknown bank account", (id) => payoutTo(id, { bank_account_id: `ba_${"0".repeat(26)}` })],
];

test("a bad payout gets the error of a single call, and stops no other", async () => {
  const { partner, driver, batch, at } = await sent((id) => [
    payoutTo(id),
    ...bad.map(([, payout]) => payout(id)),
    payoutTo(id, { method: "standard" }),
    null,
  ]);
  expect(batch).toMatchObject({ status: 202, json: { status: "processing" } });
  await cloud.advance("5s");
  const counts = { total: 10, pending: 0, created: 2, rejected: 8 };
  expect(await partner.read(at)).toMatchObject({ status: "completed", counts });
  const items = await allItems(partner, at);
  const errors = await Promise.all(bad.map(([, payout]) => partner.post(PAYOUTS, payout(driver))));
  expect(items.map(({ index, status, error }) => [index, status, error ?? undefined])).toEqual([
    [0, "created", undefined],
    ...errors.map(({ json }, i) => [i + 1, "rejected", json.error]),
    [8, "created", undefined],
    [9, "rejected", expect.objectContaining({ code: "body_invalid_json" })],
  ]);
  for (const beyond of [`starting_after=${items.at(-1).id}`, `ending_before=${items[0].id}`])
    expect((await partner.read(`${at}/items?${beyond}`)).data).toEqual([]);
  const [event] = (await partner.read("/v1/events?type=payment.batch.completed")).data;
  expect(event.data).toEqual({ ...(await partner.read(at)), sequence: 1 });
  await expectPaidOnce(partner, at);
});

test("a payout that nests too deep refuses the batch, with an idempotency key and without", async () => {
  const partner = await newPartner(cloud);
  const body = `{"payouts":[${"[".repeat(50_000)}${"]".repeat(50_000)}]}`;
  for (const headers of [{}, { "idempotency-key": "deep" }]) {
    const json = { "content-type": "application/json", ...headers };
    const reply = await partner.call(BATCHES, { body, headers: json });
    expect(errorOf(reply)).toEqual([400, "body_invalid_json", null]);
  }
});

test("a batch that is sent twice is one, also while it is processed, and another one needs another key", async () => {
  const { partner, driver, batch, at } = await sent((id) => times(12, payoutTo(id)));
  const again = (count: number) =>
    partner.post(BATCHES, { payouts: times(count, payoutTo(driver)) }, { "idempotency-key": "b" });
  const replies = await Promise.all([again(12), again(12)]);
  for (const reply of replies) expect([reply.status, reply.text]).toEqual([202, batch.text]);
  await cloud.advance("20s");
  expect((await again(12)).text).toBe(batch.text);
  expect(errorOf(await again(13))).toEqual([409, "idempotency_key_reused", "Idempotency-Key"]);
  expect((await partner.read(at)).counts).toMatchObject({ created: 12, rejected: 0 });
  await expectPaidOnce(partner, at);
});

const SHIFTS = ["shift-1", "shift-2", "shift-1", "single", "other-body"];

/** A batch of payouts with keys, of which the second is too small, and one without. */
async function sentWithKeys() {
  const partner = await newPartner(cloud);
  const { id: driver } = await partner.driver();
  const single = await partner.post(PAYOUTS, payoutTo(driver), { "idempotency-key": "single" });
  await partner.post(PAYOUTS, payoutTo(driver, { amount: 777 }), { "idempotency-key": "other-body" });
  const send = async (payouts: Json[]) => {
    const { json } = await partner.post(BATCHES, { payouts });
    await cloud.advance("5s");
    return allItems(partner, `${BATCHES}/${json.id}`);
  };
  const keyed = SHIFTS.map((idempotency_key) => payoutTo(driver, { idempotency_key }));
  const small = keyed.map((payout, i) => (i === 1 ? { ...payout, amount: 5 } : payout));
  const first = await send([{ ...small[0], method: "instant" }, ...small.slice(1), payoutTo(driver)]);
  const count = async (): Promise<number> => (await partner.read(`/v1/payments?limit=1`)).total_count;
  return { partner, send, single: single.json.id, keyed, first, count, before: await count() };
}
const file = await sentWithKeys();
const outcomeOf = ({ status, replayed, error }: Json) => [status, replayed, error?.code, error?.param];

test("each payout of a batch with a key is made once", () => {
  const { first, single, before } = file;
  expect(first.map(outcomeOf)).toEqual([
    ["created", expect.any(Boolean), undefined, undefined],
    ["rejected", false, "amount_too_small", "amount"],
    ["created", expect.any(Boolean), undefined, undefined],
    ["created", true, undefined, undefined],
    ["rejected", false, "idempotency_key_reused", "idempotency_key"],
    ["created", false, undefined, undefined],
  ]);
  const [created, , same, ofSingle] = first;
  expect([created?.replayed, same?.replayed].toSorted()).toEqual([false, true]);
  expect([same?.payout_id, ofSingle?.payout_id]).toEqual([created?.payout_id, single]);
  expect(before).toBe(4);
});

test("a corrected file is sent again whole, and only the payout that was wrong is made", async () => {
  const { partner, send, keyed, first, single, count } = file;
  const again = await send(keyed.slice(0, 4));
  expect(again.map(outcomeOf)).toEqual(
    [true, false, true, true].map((replayed) => ["created", replayed, undefined, undefined]),
  );
  const payout = first[0]?.payout_id;
  expect(again.map(({ payout_id }) => payout_id)).toEqual([
    payout,
    expect.stringMatching(/^pay_/),
    payout,
    single,
  ]);
  expect(await count()).toBe(5);
  // A single payout meets the keys of a batch's.
  const repeated = await partner.post(PAYOUTS, keyed[1]);
  expect([repeated.headers["idempotent-replayed"], repeated.json.id]).toEqual(["true", again[1]?.payout_id]);
  expect(await cloud.command("audit-ledger", { account: partner.accountId })).toMatchObject({ data: [] });
});

test.each([
  ["no payout", {}, "parameter_missing", "payouts"],
  ["an empty list", { payouts: [] }, "parameter_invalid", "payouts"],
  ["501 payouts", { payouts: times(501, {}) }, "parameter_invalid", "payouts"],
  ["another field", { payouts: [{}], colour: 1 }, "parameter_unknown", "colour"],
  ["more than 256 KiB", { payouts: ["x".repeat(262_144)] }, "body_too_large", null],
  ["numbers that are longer in our JSON", { payouts: times(500, times(100, 1e20)) }, "body_too_large", null],
])("a batch with %s is refused whole", async (_, body, code, param) => {
  const partner = await newPartner(cloud);
  expect(errorOf(await partner.post(BATCHES, body)).slice(1)).toEqual([code, param]);
});

test("120 payouts on funds for 110 take half of each minute's quota, and 110 are made with an entry each", async () => {
  await toTheMinute();
  const { partner, driver, at } = await sent((id) => times(120, payoutTo(id)), 110 * 10_000 + 101);
  await cloud.advance("40s");
  expect((await partner.read(at)).counts.pending).toBe(70);
  expect((await partner.post(PAYOUTS, payoutTo(driver, { amount: 101 }))).status).toBe(201);
  await cloud.advance("4m");
  const done = { total: 120, pending: 0, created: 110, rejected: 10 };
  expect(await partner.read(at)).toMatchObject({ status: "completed", counts: done });
  const items = await allItems(partner, at);
  const rejected = items.filter(({ error }) => error?.code === "balance_insufficient");
  const { total_count: entries } = await partner.read("/v1/balance_transactions?type=payout_completed");
  expect([rejected.length, entries]).toEqual([10, 111]);
  expect((await partner.read("/v1/balance")).available).toBe(0);
  const payouts = (await allOf(partner, "/v1/payments?")).filter(({ amount }) => amount !== 101);
  const byMinute = Map.groupBy(payouts, ({ created_at }) => created_at.slice(0, 16));
  expect([...byMinute.values()].map(({ length }) => length).filter((count) => count > 50)).toEqual([]);
});

test.each<[string, (partner: Partner, driver: string) => Promise<unknown>, string]>([
  ["revoked key", ({ keyId }) => cloud.command("revoke-key", { key_id: keyId }), "api_key_revoked"],
  ["suspended account", ({ accountId }) => suspend(accountId), "account_suspended"],
  [
    "deleted driver",
    (partner, id) => partner.call(`/v1/drivers/${id}`, { method: "DELETE" }),
    "resource_missing",
  ],
])("a %s in the middle refuses the payouts that are left", async (_, act, code) => {
  await toTheMinute();
  const { partner, driver, at } = await sent((id) => times(55, payoutTo(id)));
  await cloud.advance("20s");
  await act(partner, driver);
  await cloud.advance("2m");
  const reader = await newPartner(cloud, { account: partner.accountId });
  if (code === "account_suspended") await suspend(partner.accountId, false);
  const items = await allItems(reader, at);
  expect(items.map(({ status, error }) => error?.code ?? status)).toEqual([
    ...times(50, "created"),
    ...times(5, code),
  ]);
  await expectPaidOnce(reader, at);
});
