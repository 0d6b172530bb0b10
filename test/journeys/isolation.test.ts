import { expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Reply } from "../../infra/local/test/support/http.ts";
import type { Operation } from "../../shared/contract/operation.ts";
import { operations } from "../../shared/contract/service.ts";
import { dayOf, plusDays } from "../../shared/domain/time/day.ts";
import { freshAddress } from "../support/cloud/cloud.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { payoutTo } from "../support/partner/payouts.ts";
import { type DashboardVisitor, keyIn } from "../support/dashboard/dashboard.ts";
import { errorOf, hourAgo, newPartner, Partner } from "../support/partner/platform.ts";
import { closedDay } from "../support/partner/settled-day.ts";
import { AGREE, actAs, liveCompany, savingsPath } from "../support/partner/savings.ts";

const cloud = await sharedCloud(FAST_CLOCK);

const KEYS = "/developers/keys/test";
const KEYED = operations.filter(({ scope }) => scope);

/** Keys of the account that ended: one that was revoked, and one that expired at the end of the day. */
async function endedKeys(account: string, admin: DashboardVisitor): Promise<Partner[]> {
  const revoked = await newPartner(cloud, { account });
  await cloud.command("revoke-key", { key_id: revoked.keyId });
  const expired = await eventually(async () => {
    const until = dayOf(new Date(await cloud.now()));
    return keyIn(await admin.post(KEYS, `${KEYS}/create`, { name: "Until today", access: "all", until }));
  });
  return [revoked, new Partner(cloud, expired, "", account)];
}

/** The ids and names in a reply. A list that takes an id shows none. A refused write may name its own. */
const leaksIn = ({ method }: Operation, { text }: Reply, secrets: string[]) =>
  secrets.filter((each) => (method === "GET" ? text : text.replaceAll(`"${each}"`, "")).includes(each));

test("another account's, the other mode's and an ended key get no id, name or change through any route", async () => {
  const { account, admin, live } = await liveCompany(cloud);
  const mine = await newPartner(cloud, { account });
  const ended = await endedKeys(account, admin);
  const theirs = await createOneOfEach(mine);
  const date = await closedDay(mine);
  await cloud.advanceTo(Date.parse(`${plusDays(dayOf(new Date(await cloud.now())), 1)}T00:01:00Z`));
  const before = await stateOf(mine, theirs);
  const bodyOf = (op: Operation) => op.body && { json: bodyFor(op, theirs) };
  const send = (by: Partner, op: Operation) =>
    by.call(pathTo(op, theirs, date), { method: op.method, from: freshAddress(), ...bodyOf(op) });
  for (const by of ended)
    for (const op of KEYED)
      expect([op.name, ...errorOf(await send(by, op))]).toEqual([op.name, 401, "api_key_revoked", null]);
  for (const other of [await newPartner(cloud), live]) {
    for (const op of KEYED) {
      const reply = await send(other, op);
      expect([op.name, leaksIn(op, reply, [...Object.values(theirs), "Mine"])]).toEqual([op.name, []]);
      if (op.path.includes("{")) expect([op.name, reply.status]).toEqual([op.name, 404]);
    }
    expect((await other.read(`/v1/contributions?payout=${theirs.payment}`)).data).toEqual([]);
    await oneVirtualSecond();
  }
  expect(await stateOf(mine, theirs)).toEqual(before);
});

type Ids = Awaited<ReturnType<typeof createOneOfEach>>;

/** One object of each kind that an account can own. */
async function createOneOfEach(partner: Partner) {
  const driver = await partner.driver({ first_name: "Mine" });
  const { id: bankAccount } = await partner.bankAccount(driver.id, "6789");
  const webhook = await partner.create("/v1/webhooks", { url: "http://localhost:9/hook", events: ["*"] });
  const delivery = await partner.create(`/v1/webhooks/${webhook.id}/ping`, undefined);
  await partner.create(savingsPath(driver.id), {});
  const { id: savings } = (await actAs(partner, driver.id, AGREE)).json;
  const payment = await partner.payout(driver.id);
  const { id: batch } = await partner.create("/v1/payments/batches", { payouts: [payoutTo(driver.id)] });
  await eventually(async () => (await partner.read(`/v1/payments/batches/${batch}`)).status === "completed");
  const asks = { payouts: [payoutTo(driver.id)], reason: "Mine" };
  const { id: proposal } = await partner.create("/v1/payments/proposals", asks);
  const firstOf = async (list: string): Promise<string> => (await partner.read(list)).data[0].id;
  const [tax, date] = [`/v1/tax/${driver.id}`, "2026-07-01"];
  const { id: form } = await partner.create(`/v1/test_helpers/tax/${driver.id}/1099_ready`, {
    year: 2026,
    gross_amount: 300_000,
  });
  const { id: mileage } = await partner.create(`${tax}/mileage`, { miles: 1, date });
  const bought = { category: "supplies", amount: 100, business_share: 100, date };
  const { id: expense } = await partner.create(`${tax}/expenses`, bought);
  return {
    driver: driver.id,
    payment: payment.id,
    webhook: webhook.id,
    delivery: delivery.id,
    event: delivery.event_id,
    entry: await firstOf("/v1/balance_transactions"),
    contribution: await firstOf("/v1/contributions"),
    bankAccount,
    batch,
    proposal,
    savings,
    form,
    mileage,
    expense,
  };
}

/** The state that the other keys' requests must not change. */
async function stateOf(partner: Partner, { driver, payment, batch, proposal, webhook }: Ids) {
  const tax = `/v1/tax/${driver}`;
  const paths = [`/v1/drivers/${driver}`, savingsPath(driver), `/v1/payments/${payment}`].concat(
    [
      `/v1/payments/batches/${batch}`,
      `/v1/payments/proposals/${proposal}`,
      "/v1/payments",
      "/v1/contributions",
      "/v1/balance_transactions",
    ],
    ...["mileage", "expenses", "summary?year=2026"].map((what) => `${tax}/${what}`),
  );
  const { url, events, status } = await partner.read(`/v1/webhooks/${webhook}`);
  return [...(await Promise.all(paths.map(partner.read))), { url, events, status }];
}

/** Whose id `{id}` is, by a part of the path. */
const idIn: [part: string, kind: keyof Ids][] = [
  ["batches", "batch"],
  ["proposals", "proposal"],
  ["payments", "payment"],
  ["balance_transactions", "entry"],
  ["webhooks", "webhook"],
  ["events", "event"],
  ["drivers", "driver"],
];

function pathTo({ path, query }: Operation, ids: Ids, date: string): string {
  const [, kind] = idIn.find(([part]) => path.includes(part)) ?? [];
  const parts: Record<string, string> = {
    ...(kind && { id: ids[kind] }),
    driver_id: ids.driver,
    delivery_id: ids.delivery,
    bank_account_id: ids.bankAccount,
    platform: "uber",
    date,
    entry_id: path.includes("mileage") ? ids.mileage : ids.expense,
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? `{${name}}`);
  if (filled.includes("{")) throw new Error(`The walk has nothing for ${filled}`);
  const parameters = { driver_id: ids.driver, year: "2026" };
  const sent = Object.entries(parameters).filter(([name]) => query && name in query.shape);
  return sent.length > 0 ? `${filled}?${new URLSearchParams(sent)}` : filled;
}

const bodyFor = ({ body, bodyExample }: Operation, { driver }: Ids) => ({
  ...bodyExample,
  ...(body && "driver_id" in body.shape && { driver_id: driver }),
  ...(body && "since" in body.shape && { since: hourAgo() }),
  ...(body && "url" in body.shape && { url: "http://localhost:9/hook" }),
});

/** After one virtual second the burst quota of 20 is unused again. */
const oneVirtualSecond = () => new Promise((resolve) => setTimeout(resolve, 1_000 / FAST_CLOCK));
