/** A walk over all accounts that sends the contributions which are due, and asks about sent ones. */
export type ContributionWalk = { event: "contribution.settled"; day: string };
