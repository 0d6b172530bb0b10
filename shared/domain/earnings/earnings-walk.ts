/** A walk over all drivers that reads the earnings of each connection once a day. */
export type EarningsWalk = { event: "earnings.synced"; day: string };
