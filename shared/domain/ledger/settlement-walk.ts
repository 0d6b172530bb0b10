/** A walk over all accounts that freezes the days which are over. */
export type SettlementWalk = { event: "settlement.frozen"; day: string };
