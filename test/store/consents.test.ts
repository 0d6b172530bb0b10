import { describe, expect, test } from "@jest/globals";
import type { DailyEarnings } from "../../shared/domain/earnings/earnings.ts";
import { claimsOf } from "../../shared/domain/receipt/receipt.ts";
import {
  allow,
  ask,
  connect,
  eventsOf,
  newDriver,
  owner,
  START,
  standing,
  withdraw,
} from "./connection-steps.ts";
import { engine, store } from "./store.ts";

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
    const events = new Map((await eventsOf(id)).map(({ type, data }) => [type, data]));
    const connection = {
      object: "platform_connection",
      driver_id: id,
      platform: "doordash",
      sequence: 1,
      livemode: false,
    };
    const changed_days = ["2126-10-31", "2126-11-02"];
    expect(Object.fromEntries(events)).toEqual({
      "earnings.platform.connected": { ...connection, status: "connected" },
      "earnings.synced": {
        ...connection,
        object: "earnings",
        from: "2126-08-24",
        to: "2126-11-21",
        changed_days,
      },
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
    expect(JSON.stringify(await engine.items())).not.toContain(asked.state);
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

  test("a second consent stores corrections of days that are not final, and corrects the sum", async () => {
    const id = await newDriver();
    const final = day("2126-11-14", 1_000);
    await connect(id, "shipt", START, [final, day("2126-11-16", 2_000)]);
    await connect(id, "shipt", START, [{ ...final, pay: 1 }, day("2126-11-16", 500), day("2126-11-17", 300)]);
    expect(await standing(id)).toMatchObject({ lifetime: 2_100, kept: 2_100 });
  });

  test("a withdrawal of an earlier connection leaves the one that replaced it meanwhile", async () => {
    const id = await newDriver();
    const [first, second] = [await ask(id, "roadie"), await ask(id, "roadie")];
    await allow(first, START, []);
    const later = new Date(START.getTime() + 1);
    await allow(second, later, []);
    expect(await withdraw(first, later)).toBe(true);
    expect(await standing(id)).toMatchObject({ platforms: ["roadie"], connections: ["roadie"] });
    const withdrawn = await Promise.all(Array.from({ length: 10 }, () => withdraw(second, later)));
    expect(withdrawn.filter(Boolean)).toHaveLength(1);
    expect(await standing(id)).toMatchObject({ platforms: [], connections: [] });

    const receipts = (await store.listReceipts(id)).map(claimsOf);
    const counts = Map.groupBy(receipts, ({ act }) => act);
    expect([
      counts.get("allow_gig_connection")?.length,
      counts.get("withdraw_gig_connection")?.length,
    ]).toEqual([2, 2]);
    const ids = new Set(receipts.map(({ jti }) => jti));
    for (const { act, prev } of receipts)
      expect(act === "allow_gig_connection" ? prev === undefined : ids.has(prev ?? "")).toBe(true);
  });

  test("a gig platform without earnings is connected too", async () => {
    const id = await newDriver();
    expect(await connect(id, "roadie", START, [])).toBe(true);
    expect(await standing(id)).toMatchObject({ platforms: ["roadie"], lifetime: 0 });
    // `earnings.synced` reports changed days, and there are none.
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(["earnings.platform.connected"]);
  });
});

test("a deleted driver who was never paid leaves no consent, no earnings and no sums of them", async () => {
  const { deleteDriver } = store;
  const { deleteDriverItems } = store;
  const [id, other] = [await newDriver(), await newDriver()];
  const asked = await ask(id, "uber");
  await allow(asked);
  const others = await ask(other, "uber");
  await allow(others);
  const remains = () => Promise.reject(new Error("No form needs anything"));
  expect(await deleteDriver(owner, id, remains, START)).toBe("deleted");
  while (await deleteDriverItems(owner, id));

  expect(await store.findConsent(asked.state, START)).toBeUndefined();
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
