import type { Contribution } from "./contribution.ts";

/**
 * Sends contributions to the custodian. One is stored as `sent` before its rail first sees it, and the rail
 * is asked daily until it is settled. An adapter must: contribute at most once, by the id; designate it for
 * `tax_year`; answer within 3 s, or throw to be asked again the next day. Only a thrown error's name is
 * logged.
 */
export type ContributionRail = {
  /** Whether the custodian has it. */
  send: (contribution: Contribution, now: Date) => Promise<boolean>;
};

/** The custodian has it at once, and no money moves. */
export const sandboxContributions: ContributionRail = { send: async () => true };
