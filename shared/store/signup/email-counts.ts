import { isPlainSpelling } from "../../domain/signup/mailbox.ts";
import { causeOf, type EmailCause, type LiveSignup, mailboxLimits } from "../../domain/signup/signup.ts";
import type { Window } from "../../domain/window.ts";
import { type Key, keys } from "../keys/keys.ts";
import { countingUpdate, type Limited, limitedBy } from "../table/limits.ts";
import { remembered } from "../table/remembered.ts";
import { sharesOf } from "../table/service-limit.ts";
import { transact, type Write } from "../table/table.ts";
import { claimUpdate, type NoClaim, noClaim } from "./confirmations.ts";
import { hashMailbox } from "./mailboxes.ts";

const HOUR = 60 * 60;

/**
 * The service's budget of confirmation emails an hour, in shards: a limit's item grows with its count, and
 * every email of the service would write to a single one. Together the shards allow exactly the budget.
 */
const shards = sharesOf(Number(process.env.CONFIRMATIONS_PER_HOUR ?? 1_000)).map((count, shard) => ({
  key: keys.limit("confirmations", String(shard)),
  windows: [{ count, seconds: HOUR }] satisfies Window[],
}));

/**
 * The most shards that one email tries. So with a budget above 1,000, an email may wait a minute although a
 * shard that it did not try has room. No hour ever has more emails than the budget.
 */
const MOST_TRIES = 20;
const NEXT_TRY_MS = 60_000;

/** A full shard stays full until its own instant. */
const full = remembered<Limited>(Number.POSITIVE_INFINITY, 10_000);
const fullUntil = ({ key }: { key: Key }, now: Date): number => full.get(key.pk, now.getTime())?.until ?? 0;
const openShards = (now: Date) => shards.filter((shard) => fullUntil(shard, now) <= now.getTime());

/**
 * The instant at which the hour's budget has room, as far as this environment knows. Undefined: it may have
 * room now.
 */
export function budgetSpentUntil(now: Date): number | undefined {
  if (openShards(now).length > 0) return undefined;
  return Math.min(...shards.map((shard) => fullUntil(shard, now)));
}

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
  const open = openShards(now);
  const first = Math.floor(Math.random() * open.length);
  for (const shard of [...open.slice(first), ...open.slice(0, first)].slice(0, MOST_TRIES)) {
    const refusal = await transact([
      { Update: claimUpdate(claim, now, { counted: false }) },
      counting(keys.limit(countOf(cause, signup), mailbox), [mailboxLimits[cause]], now),
      counting(shard.key, shard.windows, now),
    ]);
    if (!refusal) return "added";
    const [refusing, fullMailbox, fullShard] = refusal.found;
    if (!refusing && fullMailbox) return "limited";
    if (refusing || !fullShard) return noClaim(refusing, asked_at, now);
    full.put(shard.key.pk, limitedBy(fullShard, shard.windows, now), now.getTime());
  }
  return { waitUntil: budgetSpentUntil(now) ?? now.getTime() + NEXT_TRY_MS };
}

/**
 * A stranger can start signups for other spellings of a mailbox, and press their buttons. So the button of
 * the plain spelling has a count of its own.
 */
const countOf = (cause: EmailCause, { email }: LiveSignup): string =>
  `confirmation-${cause}${cause === "button" && isPlainSpelling(email) ? "-plain" : ""}`;

const counting = (key: Key, windows: readonly Window[], now: Date): Write => ({
  Update: countingUpdate(key, windows, now),
});
