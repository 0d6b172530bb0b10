import { Problem } from "../../contract/errors.ts";
import { share } from "../../domain/limit/address-range.ts";
import { HOUR, type Window } from "../../domain/limit/window.ts";
import { admit, type Limited } from "../../store/table/limits.ts";
import { LimiterUnavailable } from "../../store/table/one-shot.ts";
import type { Limitable } from "../serve/serve.ts";
import { count, countInStage, logFault } from "../serve/telemetry.ts";
import { rangeOf, sourceKey } from "./source.ts";

/**
 * Or throws a 429 with the seconds to wait. `source` is the peer's address as the gateway sees it, never a
 * header. IPv6 counts by /64, because a household holds that many.
 */
export async function limitBySource(op: Limitable, source: string, now: Date): Promise<void> {
  await takePlaces(op, source, now, 1);
}

/** Returns what it took, for a caller that may give it back. */
export async function takePlaces(op: Limitable, source: string, now: Date, places: number) {
  if (!op.limits) return undefined;
  const range = rangeOf(source);
  const lane = { whole: op.limits, key: sourceKey(source), windows: op.limits };
  const { whole, key, windows } = range ? share(op.limits, range) : lane;
  const limited = await admitOrUnavailable(op, () => admit(op.name, key, windows, now, places));
  if (!limited) return { key, windows };

  const full = whole.find((window) => window.seconds === limited.window.seconds) ?? limited.window;
  throw tooMany(
    op,
    { range: range?.name ?? "default", limited, now },
    `${range ? "Your range of IP addresses" : "This IP address"} exceeded its limit of ${full.count} ${op.counts ?? "requests"} per ${nameOf(full)}.`,
  );
}

type Refused = { range: string; limited: Limited; now: Date };

export function tooMany(op: Limitable, { range, limited, now }: Refused, why: string): Problem {
  count("RateLimited", { operation: op.name, range });
  countInStage("RateLimited");
  const seconds = secondsUntil(limited, now);
  return new Problem("rate_limit_exceeded", `${why} Try again in ${inWords(seconds)}.`, null, {
    "retry-after": String(seconds),
  });
}

const inWords = (seconds: number) =>
  seconds < 2 * HOUR ? `${seconds} s` : `${Math.ceil(seconds / HOUR)} hours`;

const secondsUntil = ({ until }: Limited, now: Date) =>
  Math.max(1, Math.ceil((until - now.getTime()) / 1000));

/** When the table does not count in time, reads pass and writes do not. */
export async function admitOrUnavailable<Answer = Limited>(
  op: Limitable,
  count: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  try {
    return await count();
  } catch (error) {
    if (op.method === "GET") return undefined;
    logFault(op.name, error);
    throw new LimiterUnavailable("The limiter did not answer", { cause: error });
  }
}

const nameOf = ({ seconds }: Window) => ({ 60: "minute", 86400: "day" })[seconds] ?? `${seconds} s`;
