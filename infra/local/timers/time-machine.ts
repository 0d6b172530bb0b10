import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import type { Agenda } from "./agenda.ts";
import { type Anchor, skipTo, virtualNow } from "./clock.ts";

/** Something that may still be at work. Undefined: it is at rest. */
type Work = () => string | undefined;

type Parts = {
  clock: Anchor;
  agenda: Agenda;
  /** Everything that can be at work. */
  works: Work[];
  /** Resolves when the interpreter of state machines has done what it can do at this instant. */
  settle: () => Promise<void>;
  /** Deletes the items whose time to live is over. */
  expire: () => Promise<unknown>;
};

export type Advanced = { from: string; now: string; at_rest: boolean; under_way: string[] };

/** Longer than any function's timeout. Work that takes longer may never end, such as endless retries. */
const PATIENCE_MS = 35_000;
/** How often the expired items are deleted on the way. DynamoDB deletes them within a few days. */
const EXPIRE_EVERY_MS = 86_400_000;
/** Most work is over so soon that a timer would take longer. */
const SHORT_WORK_MS = 10;
const LOOK_AGAIN_MS = 2;

/**
 * Lets time pass at once. The clock skips from one instant of the agenda to the next, and waits at each until
 * the system is at rest. So timers fire in order, and each finds what the earlier ones have left behind.
 */
export class TimeMachine {
  readonly #parts: Parts;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** One advance at a time: a second one starts where the first has ended. */
  advance(ms: number): Promise<Advanced> {
    const advanced = this.#queue.then(() => this.#advance(ms));
    this.#queue = advanced.catch(() => {});
    return advanced;
  }

  async #advance(ms: number): Promise<Advanced> {
    const { clock, agenda, expire } = this.#parts;
    const from = virtualNow(clock);
    let expired = from;
    let underWay = await this.#rest();
    while (underWay.length === 0) {
      const next = agenda.next();
      if (next === undefined || next > from + ms) break;
      skipTo(clock, next);
      agenda.run();
      if (next - expired >= EXPIRE_EVERY_MS) {
        await expire();
        expired = next;
      }
      underWay = await this.#rest();
    }
    if (underWay.length === 0) {
      skipTo(clock, from + ms);
      agenda.run();
      await expire();
      underWay = await this.#rest();
    }
    return {
      from: new Date(from).toISOString(),
      now: new Date(virtualNow(clock)).toISOString(),
      at_rest: underWay.length === 0,
      under_way: underWay,
    };
  }

  /** Waits until the system is at rest. Returns what is still under way when patience ends. */
  async #rest(): Promise<string[]> {
    for (const until = performance.now() + PATIENCE_MS; ; ) {
      if (this.#underWay().length === 0) {
        // Work may be on its way between two parts, such as a reply to the interpreter.
        await this.#parts.settle();
        await turn();
        if (this.#underWay().length === 0) return [];
      }
      const now = performance.now();
      if (now > until) return this.#underWay();
      if (now < until - PATIENCE_MS + SHORT_WORK_MS) await turn();
      else await sleep(LOOK_AGAIN_MS);
    }
  }

  #underWay = (): string[] => this.#parts.works.flatMap((work) => work() ?? []);
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
