import { Account, keyReference, MAX_KEYS_WITH_ROTATED } from "../../domain/account/account.ts";
import { type ApiKey, hasPassed } from "../../domain/account/api-key.ts";
import { keys } from "../keys/keys.ts";
import { writeDecided } from "../table/decided.ts";
import { exists } from "../table/expressions.ts";
import type { Write } from "../table/table.ts";
import { change, putNew } from "../table/writes.ts";
import { keysWrite } from "./key-writes.ts";

/** `gone`: the account has no such key any more, or it was rotated already. `full`: too many overlap. */
export type Rotation = "rotated" | "gone" | "full";

/** The old key works until `endsAt`. Both copy the standing, so a change repeats the decision. */
export async function moveKeyToRotated(
  account: Account,
  oldId: string,
  rotation: { key: ApiKey; hash: string; memory?: Write | undefined },
  endsAt: Date,
  now: Date,
): Promise<Rotation> {
  const { key, hash, memory } = rotation;
  const isKept = endsAt > now;
  const ends = isKept ? { expires_at: endsAt.toISOString() } : { revoked_at: now.toISOString() };
  let refused: Rotation = "gone";
  const decide = (held: Account) => {
    const { keys: references = [] } = held;
    const old = references.find(({ key_id }) => key_id === oldId);
    const isFull = isKept && references.length >= MAX_KEYS_WITH_ROTATED;
    refused = isFull ? "full" : "gone";
    if (isFull || !old || old.expires_at) return undefined;
    const kept = references.flatMap((reference) => {
      if (reference !== old) return [reference];
      return isKept ? [{ ...reference, expires_at: endsAt.toISOString() }] : [];
    });
    const after = { ...held, keys: [...kept, keyReference(key, hash)] };
    return { after, answer: "rotated" as const, memory };
  };
  const moved = await writeDecided(account, decide, {
    writes: (before, after) => {
      const old = before.keys?.find(({ key_id }) => key_id === oldId);
      const { tier, verified, custom_quota, suspended } = after;
      return {
        item: keysWrite(before, after),
        key: putNew({ ...keys.apiKey(hash), ...key, tier, verified, custom_quota, suspended }),
        pointer: putNew({ ...keys.apiKey(key.key_id), hash }),
        old: old && change(keys.apiKey(old.hash), { set: ends, when: exists }),
      };
    },
    parse: (item) => Account.parse(item),
  });
  return moved ?? refused;
}

/** Removes the references of keys that ended by rotation or by their time, which makes room for others. */
export async function dropEndedKeys(account: Account, now: Date): Promise<Account> {
  const ended = (held: Account) => ({
    ...held,
    keys: held.keys?.filter(
      ({ expires_at, valid_until }) => !hasPassed(expires_at, now) && !hasPassed(valid_until, now),
    ),
  });
  if (ended(account).keys?.length === account.keys?.length) return account;
  const dropped = await writeDecided(account, (held) => ({ after: ended(held), answer: ended(held) }), {
    writes: (before, after) => ({ item: keysWrite(before, after) }),
    parse: (item) => Account.parse(item),
  });
  return dropped ?? account;
}
