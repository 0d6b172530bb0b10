import { afterEach, expect, jest, test } from "@jest/globals";
import { wallTime } from "../../shared/webhooks/wall-time.ts";

afterEach(() => {
  jest.useRealTimers();
});

/** As in an environment that was frozen: the system's clock went on, the monotonic one did not. */
const frozenFor = (ms: number) =>
  jest.useFakeTimers({ now: Date.now() + ms, doNotFake: ["performance", "setTimeout", "nextTick"] });
const HOUR = 3_600_000;

test("a delivery's time is right after its environment was frozen for hours", () => {
  const before = Date.now();
  frozenFor(5 * HOUR);
  expect(wallTime({}).getTime() - before).toBeGreaterThanOrEqual(5 * HOUR);
});

test("on the local cloud's fast clock it is everybody else's time", () => {
  const before = Date.now();
  frozenFor(5 * HOUR);
  expect(Math.abs(wallTime({ TIME_SCALE: "60" }).getTime() - before)).toBeLessThan(HOUR);
});
