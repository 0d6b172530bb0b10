import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { TimeMachine } from "../control/time-machine.ts";
import { Concurrency } from "../lambda/concurrency.ts";
import { Agenda } from "../time/agenda.ts";
import { openClock, skipTo, virtualNow } from "../time/clock.ts";
import type { StepFunctions } from "../timers/step-functions.ts";

const dir = mkdtempSync(join(tmpdir(), "advance-"));
afterAll(() => rmSync(dir, { recursive: true }));

/** A clock with an entry each hour for ever. */
function machine() {
  const clock = openClock(dir, 1);
  const agenda = new Agenda(clock);
  const each = () => void agenda.at(virtualNow(clock) + 3_600_000, each);
  each();
  const stepFunctions = { settle: async () => {} } as StepFunctions;
  const invocations = new Concurrency(1);
  const scheduler = { skipIdle: () => {} };
  const parts = { clock, agenda, invocations, stepFunctions, scheduler, works: () => [] };
  const timeMachine = new TimeMachine({ ...parts, skipTo: (instant) => skipTo(clock, instant) });
  return { clock, agenda, timeMachine };
}

test("an advance leaves the clock where it was when its caller is gone", async () => {
  const { clock, agenda, timeMachine } = machine();
  const before = virtualNow(clock);
  const isWanted = () => virtualNow(clock) < before + 10 * 3_600_000;
  expect(await timeMachine.advance(1_000 * 3_600_000, undefined, isWanted)).toMatchObject({
    at_rest: false,
  });
  agenda.stop();
  expect(virtualNow(clock) - before).toBeLessThan(12 * 3_600_000);
});
