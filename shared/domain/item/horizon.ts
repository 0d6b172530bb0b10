import { firstIdAfter, lastIdBefore } from "./ids.ts";

/** The longest time of a function that writes: an object is stored at most so long after its id's instant. */
export const WRITER_SECONDS = 25;
/** Clocks of two environments differ by less. */
const CLOCKS_DIFFER_SECONDS = 5;

/**
 * Behind it no new object can appear in a list, so a caller that follows the list gets older objects only.
 * `scale`: how much faster the clock is, because writers run at real pace.
 */
export const horizonOf = (now: Date, scale: number): Date =>
  new Date(now.getTime() - (WRITER_SECONDS + CLOCKS_DIFFER_SECONDS) * 1_000 * scale);

/** Seconds of the caller after which asking for newer objects of a list is worth it. */
export const followAfter = (scale: number): number => Math.ceil(10 / scale);

/** The ids that a change at that instant can have given to what it stored, in a range. */
export function idsOfChange(prefix: string, at: string, scale: number): { from: string; to: string } {
  const after = (ms: number) => new Date(Date.parse(at) + ms).toISOString();
  return {
    from: firstIdAfter(prefix, after(-1)),
    to: lastIdBefore(prefix, after(WRITER_SECONDS * 1_000 * scale)),
  };
}
