export const FIRST_BATCHES = 5;
const MORE_A_SECOND = 5;

/** How many batches of a queue Lambda has at once after messages waited so long. */
export const batchesAfter = (waitedMs: number): number =>
  FIRST_BATCHES + Math.floor((waitedMs / 1000) * MORE_A_SECOND);
