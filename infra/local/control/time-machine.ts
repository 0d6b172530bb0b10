import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import type { Concurrency } from "../lambda/concurrency.ts";
import type { Agenda } from "../time/agenda.ts";
import { type Anchor, virtualNow } from "../time/clock.ts";
import type { Scheduler } from "../timers/scheduler.ts";
import type { StepFunctions } from "../timers/step-functions.ts";

type Work = () => string | undefined;

type Parts = {
  clock: Anchor;
  skipTo: (instant: number) => void;
  agenda: Agenda;
  works: () => Work[];
  invocations: Concurrency;
  stepFunctions: StepFunctions;
  scheduler: Pick<Scheduler, "skipIdle">;
};

export type Advanced = { from: string; now: string; at_rest: boolean; under_way: string[] };

/** Longer than the timeout of a function that serves requests. Endless retries last longer than any limit. */
const TIMEOUT_MS = 35_000;
const SHORT_WORK_MS = 1;
const LOOK_AGAIN_MS = 1;
const LONGEST_WAIT_MS = 1_000;

/**
 * The clock skips from one instant of the agenda to the next, and waits at each until the system is at rest.
 * Runs of a schedule are left out while its function promises that they have nothing to do.
 */
export class TimeMachine {
  readonly #parts: Parts;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** One at a time. Stops after `timeoutMs` of real time at an instant, or without its caller. */
  advance(ms: number, timeoutMs = TIMEOUT_MS, isWanted = () => true): Promise<Advanced> {
    const { scheduler } = this.#parts;
    const advance = () => this.#advance(ms, timeoutMs, isWanted).finally(() => scheduler.skipIdle(false));
    const advanced = this.#queue.then(advance);
    this.#queue = advanced.catch(() => {});
    return advanced;
  }

  async #advance(ms: number, timeoutMs: number, isWanted: () => boolean): Promise<Advanced> {
    const { clock, agenda, skipTo, scheduler } = this.#parts;
    const from = virtualNow(clock);
    const until = from + ms;
    for (;;) {
      const underWay = await this.#rest(timeoutMs);
      // A stopped agenda is empty, so the clock would skip the rest of the span.
      if (agenda.isStopped) underWay.push("the end of the local cloud");
      else if (!isWanted()) underWay.push("nothing that a caller waits for");
      scheduler.skipIdle(true);
      const next = agenda.next() ?? Number.POSITIVE_INFINITY;
      if (underWay.length > 0 || (next > until && virtualNow(clock) >= until))
        return {
          from: new Date(from).toISOString(),
          now: new Date(virtualNow(clock)).toISOString(),
          at_rest: underWay.length === 0,
          under_way: underWay,
        };
      skipTo(Math.min(next, until));
      agenda.run();
    }
  }

  async #rest(timeoutMs: number): Promise<string[]> {
    const { invocations, stepFunctions } = this.#parts;
    for (const started = performance.now(); ; ) {
      if (this.#isAtRest()) {
        // Work may be on its way between two parts, such as a reply to a state machine.
        await stepFunctions.settle();
        await turn();
        if (this.#isAtRest()) return [];
      }
      const waited = performance.now() - started;
      if (waited > timeoutMs && !this.#isAtRest()) return this.#underWay();
      if (invocations.underWay()) await invocations.end(Math.min(LONGEST_WAIT_MS, timeoutMs - waited));
      else if (waited < SHORT_WORK_MS) await turn();
      else await sleep(LOOK_AGAIN_MS);
    }
  }

  #isAtRest = (): boolean => this.#parts.works().every((work) => work() === undefined);

  #underWay = (): string[] => this.#parts.works().flatMap((work) => work() ?? []);
}

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const LONGEST_MS = 10 * 366 * 86_400_000;

/** `3d`, `90m`, `1d12h`: a span of time in ms. Undefined: it is none, or longer than ten years. */
export function spanOf(text: unknown): number | undefined {
  if (typeof text !== "string" || !/^(\d+(\.\d+)?[smhdw])+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/([\d.]+)([smhdw])/g)];
  const ms = parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (UNITS[unit] ?? 0), 0);
  return ms > LONGEST_MS ? undefined : Math.round(ms);
}
