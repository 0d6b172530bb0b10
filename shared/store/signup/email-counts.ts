import { isPlainSpelling } from "../../domain/signup/mailbox.ts";
import {
  causeOf,
  type EmailCause,
  type LiveSignup,
  mailboxLimits,
  otherSpellingsLimit,
} from "../../domain/signup/signup.ts";
import type { Window } from "../../domain/window.ts";
import { type Key, keys } from "../keys/keys.ts";
import { countingUpdate, limitedBy, rememberRefusal } from "../table/limits.ts";
import { knownServiceRefusal, openShards } from "../table/service-limit.ts";
import { transact, type Write } from "../table/table.ts";
import { claimUpdate, type NoClaim, noClaim } from "./confirmations.ts";
import { emailBudget } from "./email-budget.ts";
import { hashMailbox } from "./mailboxes.ts";

/**
 * The most shards that one email tries. So with a budget above 1,200, an email may wait a minute although a
 * shard that it did not try has room. No hour ever has more emails than the budget.
 */
const MOST_TRIES = 20;
const NEXT_TRY_MS = 60_000;

/**
 * The instant at which the hour's budget has room, as far as this environment knows. Undefined: it may have
 * room now.
 */
export const budgetSpentUntil = (now: Date): number | undefined =>
  knownServiceRefusal(emailBudget, now)?.until;

/**
 * Puts the hash of a proof as `putProof` does, and counts the email in the same transaction: against its
 * mailbox and against the hour's budget. So an email that waits or is refused counts nowhere, and one that is
 * sent at a later try counts once. `limited`: the mailbox had its emails of the day. `waitUntil`: the hour's
 * budget is spent.
 */
export async function putCountedProof(
  signup: LiveSignup,
  proofHash: string,
  asked_at: string,
  now: Date,
): Promise<"added" | NoClaim | "limited" | { waitUntil: number }> {
  const claim = { signup_id: signup.signup_id, proofHash, asked_at };
  const cause = causeOf(signup, asked_at);
  const [mailbox] = await hashMailbox(signup.email);
  const open = openShards(emailBudget, now);
  const first = Math.floor(Math.random() * open.length);
  for (const shard of [...open.slice(first), ...open.slice(0, first)].slice(0, MOST_TRIES)) {
    const refusal = await transact([
      { Update: claimUpdate(claim, now, { counted: false }) },
      counting(keys.limit(shard.operation, shard.source), shard.windows, now),
      ...countsOf(cause, signup).map(([name, window]) => counting(keys.limit(name, mailbox), [window], now)),
    ]);
    if (!refusal) return "added";
    const [refusing, fullShard, ...fullMailbox] = refusal.found;
    if (!refusing && fullMailbox.some((full) => full)) return "limited";
    if (refusing || !fullShard) return noClaim(refusing, asked_at, now);
    rememberRefusal(shard.operation, shard.source, limitedBy(fullShard, shard.windows, now), now);
  }
  return { waitUntil: budgetSpentUntil(now) ?? now.getTime() + NEXT_TRY_MS };
}

/** The counts of a mailbox that an email must fit into. */
const countsOf = (cause: EmailCause, { email }: LiveSignup): [name: string, window: Window][] => [
  [`confirmation-${cause}`, mailboxLimits[cause]],
  ...(cause === "button" && !isPlainSpelling(email)
    ? ([["confirmation-button-other", otherSpellingsLimit]] satisfies [string, Window][])
    : []),
];

const counting = (key: Key, windows: readonly Window[], now: Date): Write => ({
  Update: countingUpdate(key, windows, now),
});
