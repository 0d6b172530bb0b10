import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createDriver } from "../../shared/domain/driver/driver.ts";
import type { Owner } from "../../shared/domain/owner.ts";
import type { Engine } from "../support/cloud/engine.ts";
import { newOwner, startStore, tick } from "./payout-steps.ts";

let engine: Engine;
let counts: typeof import("../../shared/operators/counts.ts");
let directory: typeof import("../../shared/store/account/account-directory.ts");
let keys: typeof import("../../shared/store/keys/keys.ts").keys;
let tables: typeof import("../../shared/store/table/table.ts");
beforeAll(async () => {
  engine = await startStore();
  counts = await import("../../shared/operators/counts.ts");
  directory = await import("../../shared/store/account/account-directory.ts");
  ({ keys } = await import("../../shared/store/keys/keys.ts"));
  tables = await import("../../shared/store/table/table.ts");
});
afterAll(() => engine.stop());

/** Puts a driver as release 1.0.0 did: without lookups and a day. */
async function oldDriver(owner: Owner): Promise<void> {
  const driver = createDriver({ email: "a@example.com", first_name: "A", last_name: "B" }, tick());
  await tables.transact([
    tables.putNew({ ...keys.driverTotals(owner, driver.id) }),
    tables.putNew({ ...keys.driver(owner, driver.id), ...driver }),
  ]);
}

test("runs without time each get further, and together reach every account once", async () => {
  const owners = Array.from({ length: 5 }, newOwner);
  for (const owner of owners) {
    await tables.transact([directory.directoryWrite(owner.account_id)]);
    for (const mode of ["test", "live"] as const) await oldDriver({ ...owner, mode });
  }
  const inOrder = await directory.listAccounts(undefined, 10);
  expect(inOrder.toSorted()).toEqual(owners.map(({ account_id }) => account_id));

  const messages: string[] = [];
  const reached: string[] = [];
  for (let after: string | undefined; messages.length < 10; ) {
    const { ok, message, next } = await counts.backfill(after, 0);
    expect(ok).toBe(true);
    messages.push(message);
    if (!next) break;
    after = String(next.after);
    reached.push(after);
  }
  expect(reached).toEqual(inOrder.slice(0, -1));
  expect(messages).toEqual([
    ...reached.map(() => "Added 0 payouts and 2 drivers. There are more."),
    "Added 0 payouts and 2 drivers. Nothing is left.",
  ]);
  const profiles = (await engine.items("DRIVER")).filter(({ first_name }) => first_name);
  expect(profiles.map(({ looked_up }) => looked_up)).toEqual(Array(10).fill(true));
  expect((await counts.backfill(undefined, 60_000)).message).toBe(
    "Added 0 payouts and 0 drivers. Nothing is left.",
  );
});
