import { Worker } from "node:worker_threads";
import { expect, test } from "@jest/globals";
import { loaded } from "../../lambda/thread.ts";

const running = (program: string) => new Worker(program, { eval: true });
const LONG = 600_000;

test.each([
  ["computes", "for (;;);", { computingMs: 300, waitingMs: LONG }, /^The code computed for 0\.3 s before/],
  [
    "waits",
    "setInterval(() => {}, 10);",
    { computingMs: LONG, waitingMs: 300 },
    /^The code waited for 0\.3 s before/,
  ],
])("code that %s for ever fails to load, and its environment ends", async (_, program, limits, reason) => {
  const environment = running(program);
  const ended = new Promise((resolve) => environment.once("exit", resolve));
  await expect(loaded(environment, { inspected: false }, limits)).rejects.toThrow(reason);
  await ended;
});

test("a debugger may hold code for longer than the limits while it loads", async () => {
  const slow = "setTimeout(() => require('node:worker_threads').parentPort.postMessage('ready'), 1_000);";
  const none = { computingMs: 0, waitingMs: 0 };
  expect(await loaded(running(slow), { inspected: true }, none)).toBe("ready");
});
