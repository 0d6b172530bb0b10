import { Problem } from "../../contract/errors.ts";
import { COUNTED_BYTES } from "../../contract/open-routes.ts";
import { ofEnvironment } from "../../store/table/environment.ts";
import { count, countInStage } from "../serve/telemetry.ts";
import { rangeOf, sourceKey } from "./source.ts";

/** Only the functions of routes without a key have the variable. */
const maxPerMinute = () => process.env.OPEN_REQUESTS_PER_MINUTE;

/** The places that each address took in a minute. */
const present = ofEnvironment(() => ({ minute: 0, taken: new Map<string, number>() }));

/**
 * Or throws a 429. Each environment counts by itself: a count in the table costs more than the request.
 * `bytes`: of the body, which may be refused, and then no other limit counts it.
 */
export function limitOpen(source: string, bytes: number, now: Date): void {
  const perMinute = maxPerMinute();
  if (perMinute === undefined) return;
  const range = rangeOf(source);
  const most = Number(perMinute) * (range?.factor ?? 1);
  const used = take(source, 1, now);
  if (used <= most) {
    countBytes(source, bytes, now);
    return;
  }
  countOverLimit(range?.name ?? "default", Math.ceil(used - most));
  const seconds = 60 - now.getUTCSeconds();
  throw new Problem(
    "rate_limit_exceeded",
    `This IP address sent too many requests within a minute. Try again in ${seconds} s.`,
    null,
    { "retry-after": String(seconds) },
  );
}

/** A large body or reply takes a place for each part, so that an address's bytes are limited too. */
export function countBytes(source: string, bytes: number, now: Date): void {
  const more = Math.ceil(bytes / COUNTED_BYTES) - 1;
  if (more > 0 && maxPerMinute() !== undefined) take(source, more, now);
}

function take(source: string, places: number, now: Date): number {
  const state = present();
  const minute = Math.floor(now.getTime() / 60_000);
  if (minute !== state.minute) state.taken.clear();
  state.minute = minute;
  const key = sourceKey(source);
  const used = (state.taken.get(key) ?? 0) + places;
  state.taken.set(key, used);
  return used;
}

const LINES_AT = 100;

/** A metric is a log line, which costs as much as the refusal. So one line stands for a hundred refusals. */
function countOverLimit(range: string, refused: number): void {
  if (refused % LINES_AT !== 1) return;
  const times = refused === 1 ? 1 : LINES_AT;
  count("RateLimited", { operation: "open", range }, times);
  countInStage("RateLimited", times);
}
