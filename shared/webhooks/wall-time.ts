/** How much faster than the wall's clock `Date` runs: on the local cloud it may, on Lambda it does not. */
export const timeScale = Number(process.env.TIME_SCALE ?? 1);

/**
 * The time that a delivery is stamped with: whoever verifies it has a clock that nobody speeds up. On the local cloud `Date` is
 * the virtual clock. On Lambda it is the only right one: the monotonic clock stands still while an environment is frozen.
 */
export const wallTime = ({ TIME_SCALE }: { TIME_SCALE?: string | undefined } = process.env): Date =>
  TIME_SCALE === undefined ? new Date() : new Date(performance.timeOrigin + performance.now());
