import { derivedSeed, seededRandom } from "../../infra/local/base/seeded-random.ts";
import type { Fault } from "../../infra/local/platform/faults.ts";

const HOUR = 3_600_000;

/** What a run is like. All of it comes from the seed, unless the command line says otherwise. */
export type Knobs = {
  seed: number;
  start: number;
  companies: number;
  people: number;
  /** How long people and programs act, and how long faults happen. Then everything heals. */
  hours: number;
  /** The mean pause between two acts of one of them, in ms. */
  pauseMs: number;
  /** Absent: nothing goes wrong. */
  faults: Fault[];
  /** The share of calls at which an environment ends. */
  crash: number;
  /** The share of calls that take up to 3 s. */
  slow: number;
  /** The share of answers that a client does not get. */
  deaf: number;
  /** How many dry runs come before each write of a company. */
  dryFirst: number;
  /** As in `Weather`. */
  repeat: number;
  shuffle: number;
  cold: number;
  skewMs: number;
  /** How often the clock jumps ahead, by up to ten minutes. */
  jumps: number;
  /** The share of an hour in which receivers behave badly. */
  bad: number;
  /** How long live companies act, and a bank takes the files of their payouts. 0: there is no bank. */
  bankDays: number;
  /** How often the bank does something wrong, as a share of its looks. */
  rude: number;
  /** In which time everything must come to rest. A contribution leaves after five days. */
  restHours: number;
};

/** Before the end of a year, of a quarter for taxes and of February, and Daylight Saving Time. */
const STARTS = [
  "2025-12-31T20:00:00Z",
  "2026-03-31T22:00:00Z",
  "2026-05-31T20:00:00Z",
  "2026-08-31T18:00:00Z",
  "2026-02-28T12:00:00Z",
  "2026-03-07T20:00:00Z",
];

/** From the end of a year until its forms have been issued. */
const FORMS_HOURS = 16 * 24;

/** The kinds of faults, and the calls that each can hit. */
const KINDS: readonly (readonly [Fault["kind"], string?])[] = [
  ["throttle"],
  ["error"],
  ["lost-answer"],
  ["conflict", "dynamodb:TransactWriteItems"],
  ["delay"],
  ["error", "sqs:SendMessage"],
  ["error", "ses:SendEmail"],
];

/** A third of the seeds is calm, a third has some faults, and a third has many. */
export function knobsOf(seed: number, set: Partial<Knobs> = {}): Knobs {
  const random = seededRandom(derivedSeed(seed, "knobs"));
  const between = (low: number, high: number) => low + random() * (high - low);
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
  const rough = pick([0, 0.01, 0.04]);
  const faults = KINDS.filter(() => random() < 0.6).map(
    ([kind, action], i): Fault => ({
      kind,
      share: rough * between(0.2, 1),
      seed: derivedSeed(seed, `fault ${i}`),
      ...(action && { action }),
      ...(kind === "delay" && { ms: Math.ceil(between(100, 5_000)) }),
    }),
  );
  const anyDay =
    Date.UTC(2026, 0, 1) + Math.floor(between(0, 350)) * 24 * HOUR + Math.floor(between(0, 24)) * HOUR;
  const start = random() < 0.5 ? anyDay : Date.parse(pick(STARTS));
  return {
    seed,
    start,
    companies: Math.floor(between(1, 4)),
    people: Math.floor(between(1, 6)),
    hours: between(1, 12),
    pauseMs: between(10, 600) * 1_000,
    faults: rough === 0 ? [] : faults,
    crash: rough * between(0, 0.3),
    slow: rough * between(0, 1),
    deaf: rough * between(0, 2),
    dryFirst: 0,
    repeat: rough * between(0, 4),
    shuffle: rough * between(0, 10),
    cold: rough * between(0, 10),
    skewMs: rough === 0 ? 0 : pick([0, 300, 2_000]),
    jumps: rough === 0 ? 0 : Math.floor(between(0, 4)),
    bad: pick([0, 0.2, 0.6]),
    bankDays: pick([0, 0, 9]),
    rude: pick([0, 0.4, 0.9]),
    restHours: start < Date.UTC(2026, 0, 1) ? FORMS_HOURS : 6 * 24,
    ...set,
  };
}

export const endOf = ({ start, hours }: Knobs): number => start + hours * HOUR;
export const bankEndOf = ({ start, bankDays }: Knobs): number => start + bankDays * 24 * HOUR;
/** When the faults end. */
export const healsAt = (knobs: Knobs): number => Math.max(endOf(knobs), bankEndOf(knobs));
