import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { newProof } from "../../shared/crypto/proof.ts";
import { dayOf } from "../../shared/domain/time/day.ts";
import { openPeriod } from "../../shared/domain/earnings/connection.ts";
import { newConsent } from "../../shared/domain/earnings/consent.ts";
import { type DailyEarnings, earnedIn } from "../../shared/domain/earnings/earnings.ts";
import { sandboxEarnings } from "../../shared/domain/earnings/sandbox-earnings.ts";
import { claimsOf } from "../../shared/domain/receipt/receipt.ts";
import { receiptOf } from "../support/receipts.ts";
import { now as START } from "./century-ahead.ts";
import { newDriver as driverOf } from "./payout-steps.ts";
import { engine, store } from "./store.ts";

const EVER = { from: "2126-01-01", to: "2129-12-31" };
const owner = { account_id: "acct_test", mode: "test" as const };

async function ask(driverId: string, platform: string, now = START) {
  const state = newProof();
  const consent = newConsent(owner, driverId, { platform, redirect_url: "https://example.com" }, now);
  await store.putConsent(consent, state, undefined);
  return { state, consent };
}

type Asked = Awaited<ReturnType<typeof ask>>;

const allow = ({ state, consent }: Asked, now = START, rows?: DailyEarnings[]) => {
  const period = openPeriod(undefined, now);
  const read = { period, rows: rows ?? sandboxEarnings(consent.driver_id, consent.platform, period) };
  const receipt = receiptOf("allow_gig_connection", consent.driver_id, now, { livemode: false });
  return store.putConnection(consent, state, read, now, receipt);
};

const connect = async (driverId: string, platform: string, now = START, rows?: DailyEarnings[]) =>
  allow(await ask(driverId, platform, now), now, rows);

async function withdraw({ state }: Asked, now = START): Promise<boolean> {
  const consent = await store.findConsent(state, now);
  if (!consent) throw new Error("There is no such consent");
  const receipt = receiptOf("withdraw_gig_connection", consent.driver_id, now, { prev: consent.receipt });
  return store.putWithdrawal(consent, state, receipt, now);
}

async function standing(driverId: string) {
  const driver = await store.findDriver(owner, driverId);
  const connections = await store.listConnections(owner, driverId);
  const connected = connections.filter(({ status }) => status === "connected");
  return {
    platforms: [...(driver?.platforms_connected ?? [])].sort(),
    connections: connected.map(({ platform }) => platform).sort(),
    lifetime: driver?.totals.lifetime_earnings,
    kept: earnedIn(await store.findEarnings(owner, driverId, EVER), EVER).gross,
  };
}

async function eventsOf(driver_id: string) {
  const { data } = await store.listEvents(owner, { driver_id }, { limit: 100 }, new Date());
  return data.filter(({ type }) => type.startsWith("earnings."));
}

const newDriver = () => driverOf(owner);

test("simultaneous answers under separate states count no earnings twice", async () => {
  const id = await newDriver();
  const consents = await Promise.all([1, 2, 3].map(() => ask(id, "lyft")));
  expect(await Promise.all(consents.map((each) => allow(each)))).toEqual([true, true, true]);
  const { lifetime, kept, platforms } = await standing(id);
  expect(kept).toBeGreaterThan(0);
  expect([lifetime, platforms]).toEqual([kept, ["lyft"]]);
});

test("of a simultaneous consent and refusal, one takes effect, alone", async () => {
  const id = await newDriver();
  const consent = await ask(id, "uber");
  const answers = await Promise.all([store.moveConsentToRefused(consent.state, START), allow(consent)]);
  expect(answers.filter(Boolean)).toHaveLength(1);
  const answer = answers[0] ? "refused" : "connected";
  expect((await store.findConsent(consent.state, START))?.answer).toBe(answer);
  expect((await standing(id)).connections).toEqual(answer === "connected" ? ["uber"] : []);
  expect(JSON.stringify(await engine.items())).not.toContain(consent.state);
});

test("a late answer changes nothing, even if the page was opened in time", async () => {
  const id = await newDriver();
  const consent = await ask(id, "uber");
  const [last, late] = [14 * 60_000 + 59_999, 15 * 60_000].map((ms) => new Date(START.getTime() + ms));
  expect(await store.findConsent(consent.state, last as Date)).toBeDefined();
  expect(await store.findConsent(consent.state, late as Date)).toBeUndefined();
  expect(await store.moveConsentToRefused(consent.state, late as Date)).toBe(false);
  expect(await allow(consent, late)).toBe(false);
  expect(await standing(id)).toEqual({ platforms: [], connections: [], lifetime: 0, kept: 0 });
  expect(await eventsOf(id)).toEqual([]);
});

test("a withdrawal of an earlier connection leaves the one that replaced it meanwhile", async () => {
  const id = await newDriver();
  const first = await ask(id, "roadie");
  const second = await ask(id, "roadie");
  await allow(first, START, []);
  const later = new Date(START.getTime() + 1);
  await allow(second, later, []);
  expect(await withdraw(first, later)).toBe(true);
  expect(await standing(id)).toMatchObject({ platforms: ["roadie"], connections: ["roadie"] });
  const withdrawn = await Promise.all(Array.from({ length: 10 }, () => withdraw(second, later)));
  expect(withdrawn.filter(Boolean)).toHaveLength(1);
  expect(await standing(id)).toMatchObject({ platforms: [], connections: [] });

  const receipts = (await store.listReceipts(id)).map(claimsOf);
  expect(receipts.map(({ act }) => act).sort()).toEqual([
    ...Array(2).fill("allow_gig_connection"),
    ...Array(2).fill("withdraw_gig_connection"),
  ]);
  const ids = new Set(receipts.map(({ jti }) => jti));
  for (const { act, prev } of receipts)
    expect(act === "allow_gig_connection" ? prev === undefined : ids.has(prev ?? "")).toBe(true);
});

test("a deleted driver who was never paid leaves no consent, no earnings and no sums of them", async () => {
  const id = await newDriver();
  const other = await newDriver();
  const consent = await ask(id, "uber");
  await allow(consent);
  const others = await ask(other, "uber");
  await allow(others);
  const remains = () => Promise.reject(new Error("No form needs anything"));
  expect(await store.deleteDriver(owner, id, remains, START)).toBe("deleted");
  while (await store.deleteDriverItems(owner, id));

  expect(await store.findConsent(consent.state, START)).toBeUndefined();
  expect(await store.findConsent(others.state, START)).toMatchObject({ driver_id: other });
  const left = (await engine.items()).filter((item) => JSON.stringify(item).includes(id));
  expect(left.map(({ pk }) => String(pk).split("#")[0]).sort()).toEqual([
    "DELETED_DRIVER",
    ...left.filter(({ pk }) => String(pk).startsWith("EVENT#")).map(() => "EVENT"),
    "OUTBOX",
    // It has the driver's id and no personal data.
    "RECEIPT",
  ]);
  const record = left.find(({ pk }) => String(pk).startsWith("DELETED_DRIVER#"));
  expect(Object.keys(record ?? {})).not.toContain("lifetime_earnings");
});

const later = (days: number) => new Date(START.getTime() + days * 86_400_000);

test("a reading that lost to a newer one voids no day of it", async () => {
  const id = await newDriver();
  await allow(await ask(id, "uber"), START, []);
  const connection = await store.findConnection(owner, id, "uber");
  if (connection?.status !== "connected") throw new Error("The platform is not connected");
  const now = later(1);
  const sync = (pay: number[]) => {
    const rows = pay.map((cents) => ({ date: dayOf(now), pay: cents, tips: 0, miles: 0, count: 1 }));
    const read = { period: openPeriod(connection, now), rows };
    return store.putSync({ owner, driverId: id, connection, read, now, remember: () => undefined });
  };
  await sync([100]);
  expect(await sync([])).toMatchObject({ changed_days: [] });
  expect(await standing(id)).toMatchObject({ lifetime: 100, kept: 100 });
});

test("after any sequence, lifetime earnings count each day read once, and the events of each object are numbered", async () => {
  const step = fc.record({
    does: fc.constantFrom("connect", "connect", "disconnect"),
    platform: fc.constantFrom("uber", "doordash", "instacart"),
    daysLater: fc.integer({ min: 0, max: 120 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const id = await newDriver();
      const connected = new Set<string>();
      const days = new Map<string, number>();
      let today = 0;
      for (const { does, platform, daysLater } of steps) {
        today += daysLater;
        if (does === "disconnect") {
          expect(await store.deleteConnection(owner, id, platform)).toBe(connected.delete(platform));
          continue;
        }
        expect(await connect(id, platform, later(today))).toBe(true);
        connected.add(platform);
        const period = openPeriod(undefined, later(today));
        for (const { date, pay, tips } of sandboxEarnings(id, platform, period))
          days.set(`${platform} ${date}`, pay + tips);
      }
      const lifetime = [...days.values()].reduce((sum, cents) => sum + cents, 0);
      const platforms = [...connected].sort();
      expect(await standing(id)).toEqual({ platforms, connections: platforms, lifetime, kept: lifetime });
      const byObject = Map.groupBy(await eventsOf(id), ({ data }) => `${data.object} ${data.platform}`);
      for (const events of byObject.values())
        expect(events.map(({ data }) => data.sequence).sort()).toEqual(events.map((_, i) => i + 1));
    }),
    { numRuns: 25 },
  );
});
