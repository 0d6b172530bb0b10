/**
 * To sign with, as receivers compare it with their clocks. On the local cloud `Date` is virtual, so the
 * monotonic clock counts. On Lambda that clock stops while an environment is frozen.
 */
export const wallTime = ({ TIME_SCALE }: { TIME_SCALE?: string | undefined } = process.env): Date =>
  TIME_SCALE === undefined ? new Date() : new Date(performance.timeOrigin + performance.now());
