import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { newProof } from "../../shared/crypto/proof.ts";
import { newAccount } from "../../shared/domain/account/account.ts";
import { hashOfKey, newApiKey, newKeyRecord } from "../../shared/domain/account/api-key.ts";
import { scopes } from "../../shared/domain/account/scope.ts";
import { createDriver } from "../../shared/domain/driver/driver.ts";
import { askConsent } from "../../shared/domain/earnings/consent.ts";
import { type DailyEarnings, earnedIn } from "../../shared/domain/earnings/earnings.ts";
import { syncedPeriod } from "../../shared/domain/earnings/earnings-source.ts";
import { sandboxEarnings } from "../../shared/domain/earnings/sandbox-earnings.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";

let engine: Awaited<ReturnType<typeof startEngine>>;
let store: typeof import("../../shared/store/account/accounts.ts") &
  typeof import("../../shared/store/earnings/connections.ts") &
  typeof import("../../shared/store/earnings/consents.ts") &
  typeof import("../../shared/store/driver/drivers.ts") &
  typeof import("../../shared/store/earnings/earnings.ts") &
  typeof import("../../shared/store/event/events.ts") &
  typeof import("../../shared/store/keys/keys.ts") &
  typeof import("../../shared/store/table/table.ts");

beforeAll(async () => {
  engine = await startEngine();
  store = {
    ...(await import("../../shared/store/account/accounts.ts")),
    ...(await import("../../shared/store/earnings/connections.ts")),
    ...(await import("../../shared/store/earnings/consents.ts")),
    ...(await import("../../shared/store/driver/drivers.ts")),
    ...(await import("../../shared/store/earnings/earnings.ts")),
    ...(await import("../../shared/store/event/events.ts")),
    ...(await import("../../shared/store/keys/keys.ts")),
    ...(await import("../../shared/store/table/table.ts")),
  };
});
afterAll(() => engine.stop());

// A century ahead: engines delete expired items by their own clock.
const START = new Date("2126-11-21T09:30:00.000Z");
const later = (days: number) => new Date(START.getTime() + days * 86_400_000);
const EVER = { from: "2126-01-01", to: "2129-12-31" };
const owner = { account_id: "acct_test", mode: "test" as const };

async function newDriver(): Promise<string> {
  const driver = createDriver({ email: "ana@example.com", first_name: "Ana", last_name: "Ng" }, START);
  await store.putDriver(owner, driver, undefined);
  return driver.id;
}

async function ask(driverId: string, platform: string, now = START) {
  const state = newProof();
  const consent = askConsent(owner, driverId, { platform, redirect_url: "https://example.com" }, now);
  await store.putConsent(consent, state, undefined);
  return { state, consent };
}

type Asked = Awaited<ReturnType<typeof ask>>;

const allow = ({ state, consent }: Asked, now = START, rows?: DailyEarnings[]) => {
  const period = syncedPeriod(now);
  const read = { period, rows: rows ?? sandboxEarnings(consent.driver_id, consent.platform, period) };
  return store.putConnection(consent, state, read, now);
};

const connect = async (driverId: string, platform: string, now = START, rows?: DailyEarnings[]) =>
  allow(await ask(driverId, platform, now), now, rows);

const disconnect = (driverId: string, platform: string) =>
  store.deleteConnection(owner, driverId, platform, START);

async function standing(driverId: string) {
  const driver = await store.findDriver(owner, driverId);
  const connected = (await store.listConnections(owner, driverId)).filter(
    ({ status }) => status === "connected",
  );
  return {
    platforms: [...(driver?.platforms_connected ?? [])].sort(),
    connections: connected.map(({ platform }) => platform).sort(),
    lifetime: driver?.totals.lifetime_earnings,
    kept: earnedIn(await store.findEarnings(owner, driverId, EVER), EVER).gross,
  };
}

async function eventsOf(driverId: string) {
  const { Items = [] } = await store.table.send(
    new QueryCommand({
      TableName: store.tableName,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": store.partitionOf("event", owner) },
    }),
  );
  return Items.map((item) => store.parseEvent(item)).filter(
    ({ type, data }) => type.startsWith("earnings.") && data.driver_id === driverId,
  );
}

const day = (date: string, pay: number): DailyEarnings => ({ date, pay, tips: 100, miles: 10, count: 1 });

describe("consent to connect", () => {
  test("one transaction connects, stores the earnings, adds them up and emits both events", async () => {
    const id = await newDriver();
    expect(await connect(id, "doordash", START, [day("2126-10-31", 900), day("2126-11-02", 1_900)])).toBe(
      true,
    );
    expect(await standing(id)).toEqual({
      platforms: ["doordash"],
      connections: ["doordash"],
      lifetime: 3_000,
      kept: 3_000,
    });
    const told = new Map((await eventsOf(id)).map(({ type, data }) => [type, data]));
    const connection = { object: "platform_connection", driver_id: id, platform: "doordash" };
    expect(Object.fromEntries(told)).toEqual({
      "earnings.platform.connected": { ...connection, status: "connected" },
      "earnings.synced": { ...connection, object: "earnings", from: "2126-08-24", to: "2126-11-21" },
    });
  });

  test("twenty simultaneous answers under one state count once", async () => {
    const id = await newDriver();
    const asked = await ask(id, "uber");
    const answers = await Promise.all(Array.from({ length: 20 }, () => allow(asked)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    const { lifetime, kept } = await standing(id);
    expect(lifetime).toBe(kept);
    expect(await eventsOf(id)).toHaveLength(2);
    expect((await store.findConsent(asked.state, START))?.answer).toBe("connected");
  });

  test("simultaneous answers under separate states count no earnings twice", async () => {
    const id = await newDriver();
    const asked = await Promise.all([1, 2, 3].map(() => ask(id, "lyft")));
    expect(await Promise.all(asked.map((each) => allow(each)))).toEqual([true, true, true]);
    const { lifetime, kept, platforms } = await standing(id);
    expect(kept).toBeGreaterThan(0);
    expect([lifetime, platforms]).toEqual([kept, ["lyft"]]);
  });

  test("of a simultaneous consent and refusal, one takes effect, alone", async () => {
    const id = await newDriver();
    const asked = await ask(id, "uber");
    const answers = await Promise.all([store.moveConsentToRefused(asked.state, START), allow(asked)]);
    expect(answers.filter(Boolean)).toHaveLength(1);
    const answer = answers[0] ? "refused" : "connected";
    expect((await store.findConsent(asked.state, START))?.answer).toBe(answer);
    expect((await standing(id)).connections).toEqual(answer === "connected" ? ["uber"] : []);
  });

  test("a late answer changes nothing, even if the page was opened in time", async () => {
    const id = await newDriver();
    const asked = await ask(id, "uber");
    const [last, late] = [14 * 60_000 + 59_999, 15 * 60_000].map((ms) => new Date(START.getTime() + ms));
    expect(await store.findConsent(asked.state, last as Date)).toBeDefined();
    expect(await store.findConsent(asked.state, late as Date)).toBeUndefined();
    expect(await store.moveConsentToRefused(asked.state, late as Date)).toBe(false);
    expect(await allow(asked, late)).toBe(false);
    expect(await standing(id)).toEqual({ platforms: [], connections: [], lifetime: 0, kept: 0 });
    expect(await eventsOf(id)).toEqual([]);
  });

  test("a second consent stores the gig platform's corrections and corrects the sum", async () => {
    const id = await newDriver();
    await connect(id, "shipt", START, [day("2126-11-01", 1_000), day("2126-11-02", 2_000)]);
    await connect(id, "shipt", START, [day("2126-11-02", 500), day("2126-11-03", 300)]);
    expect(await standing(id)).toMatchObject({ lifetime: 2_100, kept: 2_100 });
  });

  test("a gig platform without earnings is connected too", async () => {
    const id = await newDriver();
    expect(await connect(id, "roadie", START, [])).toBe(true);
    expect(await standing(id)).toMatchObject({ platforms: ["roadie"], lifetime: 0 });
    expect(await eventsOf(id)).toHaveLength(2);
  });
});

describe("disconnection", () => {
  test("a connection ends once, with one event, and its earnings stay", async () => {
    const id = await newDriver();
    await connect(id, "uber");
    await connect(id, "doordash");
    const before = await standing(id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => disconnect(id, "uber")));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await standing(id)).toEqual({ ...before, platforms: ["doordash"], connections: ["doordash"] });
    const told = (await eventsOf(id)).filter(({ type }) => type === "earnings.platform.disconnected");
    expect(told).toMatchObject([{ data: { driver_id: id, platform: "uber" } }]);
  });

  test("without a connection nothing happens", async () => {
    const id = await newDriver();
    expect(await disconnect(id, "uber")).toBe(false);
    expect(await eventsOf(id)).toEqual([]);
  });
});

test("no stored item of a consent contains its state, the idempotency answer included", async () => {
  process.env.BASE_URL = "https://api.example.com";
  const account = newAccount({}, START);
  const key = newApiKey("test");
  await store.putAccount(account);
  await store.putKey(account, newKeyRecord(account, "test", scopes, START), await hashOfKey(key), 1);
  const { handler } = await import("../../functions/platform/earnings/connect-platform.ts");
  const driver = createDriver({ email: "ana@example.com", first_name: "Ana", last_name: "Ng" }, START);
  const caller = { account_id: account.account_id, mode: "test" as const };
  await store.putDriver(caller, driver, undefined);
  const event = gatewayEvent("POST", {
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "idempotency-key": "connect-1",
    },
    params: { driver_id: driver.id },
    body: JSON.stringify({ platform: "uber", redirect_url: "https://example.com" }),
  });
  const [first, again] = [await handler(event, {} as never), await handler(event, {} as never)];
  expect([again.statusCode, again.body]).toEqual([201, first.body]);

  const { state } = JSON.parse(first.body ?? "");
  const kept = JSON.stringify(await engine.items());
  expect(kept).toContain("CONSENT#");
  expect(kept).toContain("IDEMPOTENCY#");
  expect(kept).not.toContain(state);
  expect(kept).not.toContain(Buffer.from(state).toString("base64"));
});

test("after any sequence, lifetime earnings count each day read once", async () => {
  const step = fc.record({
    does: fc.constantFrom("connect", "connect", "disconnect"),
    platform: fc.constantFrom("uber", "doordash", "instacart"),
    daysLater: fc.integer({ min: 0, max: 120 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const id = await newDriver();
      const [connected, days] = [new Set<string>(), new Map<string, number>()];
      let today = 0;
      for (const { does, platform, daysLater } of steps) {
        today += daysLater;
        if (does === "disconnect") {
          expect(await disconnect(id, platform)).toBe(connected.delete(platform));
          continue;
        }
        expect(await connect(id, platform, later(today))).toBe(true);
        connected.add(platform);
        for (const { date, pay, tips } of sandboxEarnings(id, platform, syncedPeriod(later(today)))) {
          days.set(`${platform} ${date}`, pay + tips);
        }
      }
      const lifetime = [...days.values()].reduce((sum, cents) => sum + cents, 0);
      const platforms = [...connected].sort();
      expect(await standing(id)).toEqual({ platforms, connections: platforms, lifetime, kept: lifetime });
    }),
    { numRuns: 25 },
  );
});
