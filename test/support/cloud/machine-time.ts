/** The machine's, by which other programs sign and verify. `START_AT` moves only a suite's `Date`. */
export const machineTime = (): Date => new Date(performance.timeOrigin + performance.now());
