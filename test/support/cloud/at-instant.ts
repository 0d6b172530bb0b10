import { jest } from "@jest/globals";

const REAL = [
  ...(["setTimeout", "setImmediate", "clearTimeout", "nextTick", "queueMicrotask", "performance"] as const),
];

/** Does something whose clock, and no timer, shows this instant. */
export function atInstant<T>(now: number, act: () => Promise<T>): Promise<T> {
  jest.useFakeTimers({ now, doNotFake: REAL });
  return act().finally(() => jest.useRealTimers());
}
