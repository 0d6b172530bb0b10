import type { Member } from "../../domain/account/member.ts";
import type { Passkey } from "../../domain/account/passkey.ts";
import type { PasskeysChange } from "../../domain/event/outbox.ts";
import { keys } from "../keys/keys.ts";
import { absent, below, exists, orAbsent } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { outboxWrite } from "../table/outbox.ts";
import type { Write } from "../table/table.ts";
import { change } from "../table/writes.ts";

/** In the member's item, so they end with it. Fails if the member or their passkeys changed meanwhile. */
export const passkeysWrite = (
  { account_id, member_id, passkeys: before }: Member,
  after: readonly Passkey[],
): Write =>
  change(keys.member(account_id, member_id), {
    set: { passkeys: after.length > 0 ? after : absent },
    when: { ...exists, passkeys: before ?? absent },
  });

/** A passkey's use in a session. Fails for a challenge from before the last use, so each works once. */
export const passkeyUseWrite = (sessionHash: string, challengedAt: Date, now: Date): Write =>
  change(keys.session(sessionHash), {
    set: { passkey_at: now.toISOString() },
    when: { ...exists, passkey_at: orAbsent(below(challengedAt.toISOString())) },
  });

type Change = {
  member: Member;
  after: readonly Passkey[];
  about: PasskeysChange;
  use?: Write;
};

/** With its email. False: something changed meanwhile. */
export async function putPasskeys(
  { member, after, about, use }: Change,
  now: Date,
  memory?: Write,
): Promise<boolean> {
  const { account_id, member_id } = member;
  const mail = outboxWrite({ kind: "mail", mail: "passkeys", account_id, member_id, about }, now);
  const writes = { member: passkeysWrite(member, after), mail, use };
  return (await transactOnce(writes, memory)) === undefined;
}

/** False: the challenge was used, or the passkeys changed meanwhile. */
export const putPasskeyUse = async (writes: readonly Write[], memory?: Write): Promise<boolean> =>
  (await transactOnce(writes, memory)) === undefined;
