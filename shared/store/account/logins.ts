import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import {
  Login,
  linkExpiry,
  loginMailLimit,
  strangeMailLimit,
  waitExpiry,
} from "../../domain/account/login.ts";
import type { MailRequest } from "../../domain/event/outbox.ts";
import { countedWrite } from "../event/email-claims.ts";
import { keys } from "../keys/keys.ts";
import { type InLine, transactInLine } from "../share/waiting-emails.ts";
import { hashMailbox } from "../signup/mailboxes.ts";
import { absent, exists } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { countingWrite } from "../table/limits.ts";
import { outboxWrite } from "../table/outbox.ts";
import { findAs } from "../table/reads.ts";
import { despiteTransactions, table, transact, ttlAt, type Write, write } from "../table/table.ts";
import { change, putNew, remove } from "../table/writes.ts";

/** Puts a request for a link, and asks for its email. `turn`: its network's, where a stranger can ask. */
export async function putLogin(login: Login, now: Date, memory?: Write, turn?: number): Promise<void> {
  const { login_id, contact } = login;
  const mail: MailRequest = contact
    ? { kind: "mail", mail: "contact_change", login_id }
    : { kind: "mail", mail: "sign_in", login_id, ...(turn !== undefined && { lane: "account", turn }) };
  await transactOnce(
    [
      putNew({ ...keys.login(login.login_id), ...login, ttl: ttlAt(login.expires_at) }),
      outboxWrite(mail, now),
    ],
    memory,
  );
}

export async function findLogin(id: string, now: Date): Promise<Login | undefined> {
  const login = await findAs(keys.login(id), Login);
  return login && Date.parse(login.expires_at) > now.getTime() ? login : undefined;
}

async function mailCounts(email: string, isStrange: boolean, now: Date) {
  const [mailbox] = await hashMailbox(email);
  const strange = countingWrite(keys.limit("strange-sign-in-mail", mailbox), [strangeMailLimit], now);
  return [
    countingWrite(keys.limit("sign-in-mail", mailbox), [loginMailLimit], now),
    ...(isStrange ? [strange] : []),
  ];
}

/**
 * Puts the hash of a link's proof, and counts the email, in one transaction. A sender that crashed is
 * followed by one with a new proof, which counts nothing. The link's time begins now. `isStrange`: a stranger
 * can have asked. `waits`: not its turn.
 */
export async function putLoginProof(
  { login_id, email, proof_hash: earlier }: Login,
  proofHash: string,
  isStrange: boolean,
  line: InLine | undefined,
  now: Date,
): Promise<"added" | "settled" | "limited" | "waits"> {
  const expires_at = linkExpiry(now);
  const writes = {
    login: change(keys.login(login_id), {
      set: { proof_hash: proofHash, expires_at, ttl: ttlAt(expires_at) },
      when:
        earlier === undefined
          ? { ...exists, proof_hash: absent }
          : { mailed_at: absent, proof_hash: earlier },
      found: true,
    }),
    counts: earlier === undefined ? await mailCounts(email, isStrange, now) : undefined,
  };
  const result = line ? await transactInLine(line, writes, now) : ((await transact(writes)) ?? "done");
  if (result === "waits") return result;
  if (result === "done") return "added";
  return result.failed.counts ? "limited" : "settled";
}

export async function putLoginMailed(loginId: string, now: Date): Promise<void> {
  const set = { mailed_at: now.toISOString() };
  const update = new UpdateCommand(change(keys.login(loginId), { set, when: exists }).Update);
  await despiteTransactions(() => table.send(update));
}

/** Keeps a request whose email waits for its turn, so that the wait does not end it. */
export async function putLoginWaiting(loginId: string, now: Date): Promise<void> {
  const expires_at = waitExpiry(now);
  const set = { expires_at, ttl: ttlAt(expires_at) };
  await write(change(keys.login(loginId), { set, when: { ...exists, proof_hash: absent } }));
}

/** Also records it on the outbox entry, so a retry does not count again. `limited`: the mailbox is full. */
export async function putCountedInvitation(
  email: string,
  line: InLine,
  now: Date,
): Promise<"added" | "limited" | "waits"> {
  const writes = { entry: countedWrite(line.entry_id, now), counts: await mailCounts(email, true, now) };
  const result = await transactInLine(line, writes, now);
  if (result === "waits") return result;
  return result === "done" ? "added" : "limited";
}

export const loginDelete = ({ login_id, proof_hash }: Login): Write =>
  remove(keys.login(login_id), { when: { proof_hash } });
