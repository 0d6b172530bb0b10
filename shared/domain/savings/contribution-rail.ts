import type { Contribution } from "./contribution.ts";

/**
 * Sends contributions to the custodian of the person's Roth IRA. A contribution is stored as `sent` before
 * its rail first sees it, and the rail is asked every day until it is settled.
 *
 * An adapter must:
 * - contribute at most once, by the contribution's id, however often it is asked;
 * - designate it for `tax_year`, because one of December may arrive in January;
 * - answer within 3 s, or throw to be asked again on the next day.
 * Only the name of a thrown error is logged.
 */
export type ContributionRail = {
  /** Whether the custodian has it. */
  send: (contribution: Contribution, now: Date) => Promise<boolean>;
};

/** The custodian has it at once, and no money moves. */
export const sandboxContributions: ContributionRail = { send: async () => true };
