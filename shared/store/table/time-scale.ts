/** How much faster than wall time `Date` runs: more than 1 only on the local cloud. */
export const timeScale = (): number => Number(process.env.TIME_SCALE ?? 1);
