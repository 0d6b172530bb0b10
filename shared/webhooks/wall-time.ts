/**
 * The time to sign a delivery with, which receivers compare with their own clocks. On the local cloud `Date`
 * is the virtual clock, so the monotonic clock gives the time. On Lambda that clock stops while an
 * environment is frozen.
 */
export const wallTime = ({ TIME_SCALE }: { TIME_SCALE?: string | undefined } = process.env): Date =>
  TIME_SCALE === undefined ? new Date() : new Date(performance.timeOrigin + performance.now());
