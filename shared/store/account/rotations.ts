import { Account, MAX_KEYS_WITH_ROTATED } from "../../domain/account/account.ts";
import type { ApiKey } from "../../domain/account/api-key.ts";
import { keys } from "../keys/keys.ts";
import { writeDecided } from "../table/decided.ts";
import { putNew, tableName, type Write } from "../table/table.ts";
import { setting } from "../table/updates.ts";
import { keysWrite } from "./key-writes.ts";

/** `gone`: the account has no such key any more, or it was rotated already. `full`: too many overlap. */
export type Rotation = "rotated" | "gone" | "full";

/**
 * Puts a key in the place of another, which works on until `endsAt`, or stops at once if that is now. Both
 * keys have a copy of the account's standing, so a change of it meanwhile repeats the decision.
 */
export async function moveKeyToRotated(
  account: Account,
  oldId: string,
  made: { key: ApiKey; hash: string; memory?: Write | undefined },
  endsAt: Date,
  now: Date,
): Promise<Rotation> {
  const { key, hash, memory } = made;
  const isKept = endsAt > now;
  let refused: Rotation = "gone";
  const decide = (held: Account) => {
    const { keys: references = [] } = held;
    const old = references.find(({ key_id }) => key_id === oldId);
    const isFull = isKept && references.length >= MAX_KEYS_WITH_ROTATED;
    refused = isFull ? "full" : "gone";
    if (isFull || !old || old.expires_at) return undefined;
    const kept = references.flatMap((one) => {
      if (one !== old) return [one];
      return isKept ? [{ ...one, expires_at: endsAt.toISOString() }] : [];
    });
    const after = { ...held, keys: [...kept, { key_id: key.key_id, hash }] };
    return { after, answer: "rotated" as const, memory };
  };
  const moved = await writeDecided(account, decide, {
    writes: (before, after) => {
      const old = before.keys?.find(({ key_id }) => key_id === oldId);
      const { tier, verified, custom_quota, suspended } = after;
      return [
        keysWrite(before, after),
        putNew({ ...keys.apiKey(hash), ...key, tier, verified, custom_quota, suspended }),
        putNew({ ...keys.apiKey(key.key_id), hash }),
        ...(old ? [endWrite(old.hash, isKept ? { expires_at: endsAt } : { revoked_at: now })] : []),
      ];
    },
    parse: (found) => Account.parse(found),
  });
  return moved ?? refused;
}

const endWrite = (hash: string, ends: { expires_at: Date } | { revoked_at: Date }): Write => {
  const [[name, at] = ["", new Date()]] = Object.entries(ends);
  return {
    Update: {
      TableName: tableName,
      Key: keys.apiKey(hash),
      ...setting({ [name]: at.toISOString() }),
      ConditionExpression: "attribute_exists(pk)",
    },
  };
};

/** Removes the references of keys that ended by rotation, which makes room for others. */
export async function dropEndedKeys(account: Account, now: Date): Promise<Account> {
  const ended = (held: Account) => ({
    ...held,
    keys: held.keys?.filter(
      ({ expires_at }) => expires_at === undefined || Date.parse(expires_at) > now.getTime(),
    ),
  });
  if (ended(account).keys?.length === account.keys?.length) return account;
  const dropped = await writeDecided(account, (held) => ({ after: ended(held), answer: ended(held) }), {
    writes: (before, after) => [keysWrite(before, after)],
    parse: (found) => Account.parse(found),
  });
  return dropped ?? account;
}
