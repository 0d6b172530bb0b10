import { Problem } from "../../contract/errors.ts";
import type { Account } from "../../domain/account/account.ts";
import { closedBy } from "../../domain/account/standing.ts";
import type { Mode } from "../../domain/item/owner.ts";

/** A person can still secure a suspended account, and complete the live profile of an unverified one. */
const STAYS_OPEN = {
  account_suspended: /^\/developers\/account\/(step-up|sign-out|sessions|passkeys|team)(\/|$)/,
  account_unverified: /^\/developers\/account\//,
};

const MESSAGES = {
  account_suspended: "Our team suspended this account, so nothing in it can change.",
  account_unverified: "This needs live access. An admin of your account can ask for it on the Go live page.",
};

/** The error of a change that an account's standing refuses. The account's keys get the same from the API. */
export function closedFor(path: string, mode: Mode, account: Account): Problem | undefined {
  const code = closedBy(mode, account);
  return code && !STAYS_OPEN[code].test(path) ? new Problem(code, MESSAGES[code]) : undefined;
}
