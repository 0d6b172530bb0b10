import { expect, test } from "@jest/globals";
import type { TaxPage } from "../../shared/domain/tax/tax-walk.ts";
import { engine, store } from "./store.ts";

const { moveWalk, putWalk, change } = store;

const now = new Date("2126-01-15T06:00:00Z");
const walk = { event: "tax.1099.ready", year: 2125 } as const;
const page = (after?: string): TaxPage => ({
  kind: "tax_page",
  walk,
  of: { account_id: "acct_a", mode: "test" },
  ...(after !== undefined && { after }),
});
const event = change({ pk: "EVENT#all", sk: "count" }, { add: { emitted: 1 } });
const emitted = async () => (await engine.items("EVENT"))[0]?.emitted;

test("of a page that comes four times at once, and again, the events are written once, and the next page's follow", async () => {
  const process = (after: string | undefined, reached: string) =>
    Promise.all([1, 2, 3, 4].map(() => moveWalk(page(after), reached, [event], [], now)));
  expect((await process(undefined, "drv_50")).filter(Boolean)).toHaveLength(1);
  expect((await process("drv_50", "drv_99")).filter(Boolean)).toHaveLength(1);
  expect(await process(undefined, "drv_50")).toEqual([false, false, false, false]);
  expect(await emitted()).toBe(2);
});

test("a walk begins once", async () => {
  expect([await putWalk(walk, now), await putWalk(walk, now)]).toEqual([true, false]);
});
