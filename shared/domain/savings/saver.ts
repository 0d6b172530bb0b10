import * as z from "zod/mini";
import { inCents } from "../money/cents.ts";
import { figureOf } from "../tax/years/tax-rules.ts";
import { Instant } from "../text/text.ts";

/**
 * One item for all partners of a mode, so that one cap holds. `cap`: cents a tax year. `age_50_in`: the year
 * they turn 50, as they say. `saved_2026`: what counts for it, and `saved_2026_sav_...`: of one agreement.
 */
export const Saver = z.looseObject({
  cap: z.optional(z.int().check(z.positive())),
  age_50_in: z.optional(z.int()),
  /** No payout saves from then on, also if a driver still has a plan. */
  stopped_at: z.optional(Instant),
  /** The newest tax year whose statement was requested. */
  stated_for: z.optional(z.int()),
  agreements: z.optional(z.set(z.string())),
});
export type Saver = z.infer<typeof Saver>;

/** In cents. Indexing only raises it (26 U.S.C. 219(b)(5)(C)), so a later year has the newest figure. */
export function lawLimit(year: number, age50In?: number): number {
  const { limit, limitAge50Plus } = figureOf("rothIra", year).value;
  return inCents(Number(age50In !== undefined && age50In <= year ? limitAge50Plus : limit));
}

export const capIn = ({ cap = 0, age_50_in }: Saver, year: number): number =>
  Math.min(cap, lawLimit(year, age_50_in));

export const savedName = (year: number, agreementId?: string): string =>
  ["saved", year, ...(agreementId === undefined ? [] : [agreementId])].join("_");

/** What counts for a tax year, in cents. */
export const savedIn = (saver: Saver, year: number): number => Number(saver[savedName(year)] ?? 0);

export function savedByAgreement(saver: Saver, year: number): ReadonlyMap<string, number> {
  const prefix = savedName(year, "");
  return new Map(
    Object.entries(saver).flatMap(([name, cents]): [string, number][] =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), Number(cents)]] : [],
    ),
  );
}
