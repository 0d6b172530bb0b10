import { MINUTE } from "../domain/limit/window.ts";

/** API Gateway throttles each open route, and each function limits an address. */

/** The requests of an address that an environment of a function answers in a minute. Above it, 429. */
export const OPEN_REQUESTS_PER_MINUTE = 240;

/** A body and a reply count as one request for each part of this size. */
export const COUNTED_BYTES = 8 * 1024;

/** The throttle of an open route whose record has no `perSecond`, in requests a second. */
const USUAL_PER_SECOND = 10;
/** A page loads several files at once, and a script may send as many requests. */
const MIN_BURST = 50;

export const throttleOf = ({ perSecond = USUAL_PER_SECOND }: { perSecond?: number }, factor: number) => ({
  rate: perSecond * factor,
  burst: Math.max(MIN_BURST, perSecond) * factor,
});

export const failedAttemptsLimit = { count: 20, seconds: MINUTE } as const;

/** Payouts of an account from the dashboard. They count against no quota of a key. */
export const payFormLimit = { count: 20, seconds: MINUTE } as const;
