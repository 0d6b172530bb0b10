/** A walk over all accounts that sends the contributions which are due, and asks about those that were sent. */
export type ContributionWalk = { event: "contribution.settled"; day: string };
