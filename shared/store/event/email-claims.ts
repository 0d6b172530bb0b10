import { DAY } from "../../domain/window.ts";
import { keys } from "../keys/keys.ts";
import { tableName, ttlAt, type Write, write } from "../table/table.ts";
import { setting } from "../table/updates.ts";

/** Longer than the sender can run, so a crash delays an email and never loses it. */
const SENDING_MS = 60_000;

/** Longer than the outbox entry exists, because a redrive relays the entry again. */
const KEPT_SECONDS = 8 * DAY;

const IS_FREE = "attribute_not_exists(#settled_at) AND #sending_until <= :now";

/**
 * Claims the right to send the email of an outbox entry, for a minute. `counted`: claimed, and an earlier
 * sender counted the email against its limits. `settled`: an earlier message of the entry did all that it
 * asks for. `busy`: another sender has the claim.
 */
export async function putEmailClaim(
  entryId: string,
  now: Date,
): Promise<"claimed" | "counted" | "settled" | "busy"> {
  if (!(await write(claimWrite(entryId, now, false)))) return "claimed";
  const conflict = await write(claimWrite(entryId, now, true));
  if (!conflict) return "counted";
  return conflict.found[0]?.settled_at === undefined ? "busy" : "settled";
}

function claimWrite(entryId: string, now: Date, isCounted: boolean): Write {
  const sending_until = now.getTime() + SENDING_MS;
  const update = setting({ sending_until, ttl: ttlAt(now, KEPT_SECONDS) });
  return {
    Update: {
      TableName: tableName,
      Key: keys.email(entryId),
      ...update,
      ExpressionAttributeNames: {
        ...update.ExpressionAttributeNames,
        "#settled_at": "settled_at",
        "#counted_at": "counted_at",
      },
      ConditionExpression: isCounted
        ? `attribute_exists(#counted_at) AND ${IS_FREE}`
        : `attribute_not_exists(pk) OR (attribute_not_exists(#counted_at) AND ${IS_FREE})`,
      ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ":now": now.getTime() },
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    },
  };
}

/** The write that marks the entry's email as counted against its limits, so that no retry counts it again. */
export const countedWrite = (entryId: string, now: Date): Write => ({
  Update: {
    TableName: tableName,
    Key: keys.email(entryId),
    ...setting({ counted_at: now.toISOString() }),
  },
});

/** Records that the entry's email was sent, or will never be, so that a duplicate message sends nothing. */
export async function moveEmailToSettled(entryId: string, now: Date): Promise<void> {
  const Key = keys.email(entryId);
  await write({ Update: { TableName: tableName, Key, ...setting({ settled_at: now.toISOString() }) } });
}
