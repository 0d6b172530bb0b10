import { afterEach, expect, jest, test } from "@jest/globals";
import { machineTime } from "../support/cloud/machine-time.ts";
import { wallTime } from "../../shared/webhooks/wall-time.ts";

afterEach(() => {
  jest.useRealTimers();
});

/** As in a frozen environment: the system's clock ran on, and the monotonic clock stopped. */
const frozenFor = (ms: number) =>
  jest.useFakeTimers({ now: Date.now() + ms, doNotFake: ["performance", "setTimeout", "nextTick"] });
const HOUR = 3_600_000;

test("a delivery's time is right after the environment was frozen for hours", () => {
  const before = Date.now();
  frozenFor(5 * HOUR);
  expect(wallTime({}).getTime() - before).toBeGreaterThanOrEqual(5 * HOUR);
});

test("on the local cloud's fast clock, it is the virtual time", () => {
  const before = machineTime().getTime();
  frozenFor(5 * HOUR);
  expect(Math.abs(wallTime({ TIME_SCALE: "60" }).getTime() - before)).toBeLessThan(HOUR);
});
