export const FIRST_BATCHES = 5;
const MORE_A_SECOND = 5;

/** How many batches of a queue Lambda has at once after messages waited so long, beside so many at work. */
export const batchesAfter = (waitedMs: number, atWork = 0): number =>
  Math.max(FIRST_BATCHES, atWork) + Math.floor((waitedMs / 1000) * MORE_A_SECOND);
