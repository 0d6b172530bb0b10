import { DAY } from "../../domain/limit/window.ts";
import { keys } from "../keys/keys.ts";
import { absent, atMost, either, isNew, present } from "../table/expressions.ts";
import { ttlAt, type Write, write } from "../table/table.ts";
import { change } from "../table/writes.ts";

/** Longer than the sender can run, so a crash delays an email and never loses it. */
const SENDING_MS = 60_000;

/** Longer than the outbox entry exists, because a redrive relays the entry again. */
const KEPT_SECONDS = 8 * DAY;

/**
 * Claims the email of an outbox entry for a minute. `counted`: an earlier sender counted it. `settled`: an
 * earlier message did all. `busy`: another sender has the claim.
 */
export async function putEmailClaim(
  entryId: string,
  now: Date,
): Promise<"claimed" | "counted" | "settled" | "busy"> {
  if (!(await write(claimWrite(entryId, now, false)))) return "claimed";
  const conflict = await write(claimWrite(entryId, now, true));
  if (!conflict) return "counted";
  return conflict.found?.settled_at === undefined ? "busy" : "settled";
}

function claimWrite(entryId: string, now: Date, isCounted: boolean): Write {
  const isFree = { settled_at: absent, sending_until: atMost(now.getTime()) };
  return change(keys.email(entryId), {
    set: { sending_until: now.getTime() + SENDING_MS, ttl: ttlAt(now, KEPT_SECONDS) },
    when: isCounted ? { counted_at: present, ...isFree } : either(isNew, { counted_at: absent, ...isFree }),
    found: true,
  });
}

export const countedWrite = (entryId: string, now: Date): Write =>
  change(keys.email(entryId), { set: { counted_at: now.toISOString() } });

/** Records that the entry's email was sent, or will never be, so that a duplicate message sends nothing. */
export async function moveEmailToSettled(entryId: string, now: Date): Promise<void> {
  await write(change(keys.email(entryId), { set: { settled_at: now.toISOString() } }));
}
