import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { AT_ONCE } from "../../base/cores.ts";
import { Dispatcher } from "../../lambda/dispatcher.ts";
import type { Code, Environment, Invoker } from "../../lambda/invoker.ts";
import { Memory } from "../../lambda/memory.ts";
import { eventually } from "../support/eventually.ts";

/** A fake environment, which is ready when the test says so. */
type Fake = Environment & { name: string; loaded: PromiseWithResolvers<void>; crash: () => void };

/** A dispatcher over environments `e1`, `e2` and so on. Each is busy for `load` of its time. */
function dispatching({ kept = 10, load = 1, ready = true, free = false } = {}) {
  const started: Fake[] = [];
  const over: string[] = [];
  const start = async (_: Code, isWanted: () => boolean) => {
    await sleep(1);
    if (!isWanted()) return undefined;
    const name = `e${started.length + 1}`;
    const [loaded, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    if (ready) loaded.resolve();
    const end = () => over.push(name);
    const environment = { name, loaded, ready: loaded.promise, ended: ended.promise, end, load: () => load };
    started.push({ ...environment, crash: ended.resolve } as unknown as Fake);
    return started.at(-1);
  };
  const memory = free ? undefined : new Memory(kept);
  const invoker = { start, ...(memory && { memory }), stop: () => {} } as Invoker;
  const dispatcher = new Dispatcher({} as Code, invoker);
  const take = () => dispatcher.take() as Promise<Fake>;
  return { dispatcher, take, started, over };
}

/** Waits until so many have begun to load. */
async function begun(started: readonly Fake[], count: number): Promise<void> {
  await eventually(async () => started.length >= count, 5_000);
}

test("an environment serves one invocation after the other, the warmest first", async () => {
  const { dispatcher, take, started } = dispatching();
  const [first, second] = [await take(), await take()];
  dispatcher.give(second, true);
  dispatcher.give(first, true);
  expect((await take()).name).toBe(first.name);
  expect((await take()).name).toBe(second.name);
  expect(started).toHaveLength(2);
});

test.each([
  ["compute", 1, false],
  ["wait for others", 0, true],
])("a burst starts one for each core, and more only if those %s: load %d", async (_, load, grows) => {
  const { dispatcher, take, started } = dispatching({ load });
  for (let i = 0; i < AT_ONCE + 5; i++) void take();
  await sleep(60);
  expect(started).toHaveLength(AT_ONCE);
  await sleep(90);
  if (grows) await begun(started, AT_ONCE + 1);
  expect(started.length > AT_ONCE).toBe(grows);
  await dispatcher.stop();
});

test("where environments cost nothing, each invocation that waits gets one at once", async () => {
  const { take, started } = dispatching({ free: true });
  await Promise.all(Array.from({ length: 20 }, take));
  expect(started).toHaveLength(20);
});

test("after an edit, no environment serves former code, whether it is idle, busy or loading", async () => {
  const { dispatcher, take, over, started } = dispatching({ ready: false, load: 0 });
  const taken = [take(), take()];
  await begun(started, 2);
  for (const { loaded } of started) loaded.resolve();
  const [first, second] = (await Promise.all(taken)) as [Fake, Fake];
  const waiting = take();
  await begun(started, 3);
  dispatcher.renew();
  for (const environment of [first, second]) dispatcher.give(environment, true);
  started[2]?.loaded.resolve();
  await begun(started, 4);
  started[3]?.loaded.resolve();
  const present = await waiting;
  dispatcher.give(present, true);
  dispatcher.renew();
  expect([present.name, over.sort()]).toEqual(["e4", ["e1", "e2", "e3", "e4"]]);
});

test("code that cannot be loaded fails the invocation that waits longest, unless it has changed", async () => {
  const { dispatcher, take, started } = dispatching({ ready: false });
  const failed = take();
  await begun(started, 1);
  started[0]?.loaded.reject(new Error("broken"));
  await expect(failed).rejects.toThrow("broken");
  const repaired = take();
  await begun(started, 2);
  dispatcher.renew();
  started[1]?.loaded.reject(new Error("broken"));
  await begun(started, 3);
  started[2]?.loaded.resolve();
  expect((await repaired).name).toBe("e3");
});

test.each([
  ["that ended by itself", ({ crash }: Fake) => crash(), {}, true],
  ["that may not be used again", () => {}, {}, false],
  ["beyond those that are kept", () => {}, { kept: 0 }, true],
])("an environment %s serves no other invocation", async (_, act, options, isReusable) => {
  const { dispatcher, take, over } = dispatching(options);
  const first = await take();
  dispatcher.give(first, isReusable);
  act(first);
  await sleep(0);
  expect(over).toContain("e1");
  expect((await take()).name).toBe("e2");
});

test("invocations that wait when the local cloud stops get no environment", async () => {
  const { dispatcher, take, over, started } = dispatching({ ready: false });
  let isOver = false;
  const waiting = take().finally(() => {
    isOver = true;
  });
  await begun(started, 1);
  await dispatcher.stop();
  started[0]?.loaded.reject(new Error("ended"));
  await Promise.race([waiting, sleep(20)]);
  expect([isOver, over[0], started.length]).toEqual([false, "e1", 1]);
});
