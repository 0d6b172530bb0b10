import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@jest/globals";
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
    const loaded = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
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
  const first = await take();
  const second = await take();
  dispatcher.give(second, true);
  dispatcher.give(first, true);
  expect((await take()).name).toBe(first.name);
  expect((await take()).name).toBe(second.name);
  expect(started).toHaveLength(2);
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
