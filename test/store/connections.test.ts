import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { dayOf } from "../../shared/domain/day.ts";
import { openPeriod } from "../../shared/domain/earnings/connection.ts";
import { sandboxEarnings } from "../../shared/domain/earnings/sandbox-earnings.ts";
import {
  allow,
  ask,
  connect,
  disconnect,
  eventsOf,
  newDriver,
  owner,
  START,
  standing,
} from "./connection-steps.ts";
import { store } from "./store.ts";

const later = (days: number) => new Date(START.getTime() + days * 86_400_000);

test("a reading that lost to a newer one voids no day of it", async () => {
  const { putSync } = store;
  const id = await newDriver();
  await allow(await ask(id, "uber"), START, []);
  const connection = await store.findConnection(owner, id, "uber");
  if (connection?.status !== "connected") throw new Error("The platform is not connected");
  const now = later(1);
  const sync = (pay: number[]) => {
    const rows = pay.map((cents) => ({ date: dayOf(now), pay: cents, tips: 0, miles: 0, count: 1 }));
    const read = { period: openPeriod(connection, now), rows };
    return putSync({ owner, driverId: id, connection, read, now, remember: () => undefined });
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
        for (const { date, pay, tips } of sandboxEarnings(
          id,
          platform,
          openPeriod(undefined, later(today)),
        )) {
          days.set(`${platform} ${date}`, pay + tips);
        }
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
