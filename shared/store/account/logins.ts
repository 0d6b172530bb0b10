import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { Login, loginMailLimit, strangeMailLimit } from "../../domain/account/login.ts";
import type { MailRequest } from "../../domain/event/outbox.ts";
import { keys } from "../keys/keys.ts";
import { hashMailbox } from "../signup/mailboxes.ts";
import { transactOnce } from "../table/idempotency.ts";
import { countingUpdate } from "../table/limits.ts";
import { outboxWrite } from "../table/outbox.ts";
import {
  despiteTransactions,
  putNew,
  table,
  tableName,
  transact,
  ttlAt,
  type Write,
} from "../table/table.ts";
import { setting } from "../table/updates.ts";

/** Puts a request for a link, and asks for its email. */
export async function putLogin(login: Login, now: Date, memory?: Write): Promise<void> {
  const { login_id, contact } = login;
  const mail: MailRequest = { kind: "mail", mail: contact ? "contact_change" : "sign_in", login_id };
  await transactOnce(
    [
      putNew({ ...keys.login(login.login_id), ...login, ttl: ttlAt(login.expires_at) }),
      outboxWrite(mail, now),
    ],
    memory,
  );
}

/** A consistent read of a request that has not expired and was not used. */
export async function findLogin(id: string, now: Date): Promise<Login | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName, Key: keys.login(id), ConsistentRead: true }),
  );
  const login = Item && Login.parse(Item);
  return login && Date.parse(login.expires_at) > now.getTime() ? login : undefined;
}

/** The writes that count an email of the dashboard against its mailbox, and fail above a limit. */
async function mailCounts(email: string, isStrange: boolean, now: Date): Promise<Write[]> {
  const [mailbox] = await hashMailbox(email);
  const strange = countingUpdate(keys.limit("strange-sign-in-mail", mailbox), [strangeMailLimit], now);
  return [
    { Update: countingUpdate(keys.limit("sign-in-mail", mailbox), [loginMailLimit], now) },
    ...(isStrange ? [{ Update: strange }] : []),
  ];
}

/**
 * Puts the hash of a link's proof, and counts the email against its mailbox in the same transaction. A
 * sender that crashed after it counted the email is followed by one with a new proof, which counts nothing.
 * `isStrange`: a stranger can have asked for it.
 */
export async function putLoginProof(
  { login_id, email, proof_hash: earlier }: Login,
  proofHash: string,
  isStrange: boolean,
  now: Date,
): Promise<"added" | "settled" | "limited"> {
  const update = setting({ proof_hash: proofHash });
  const refusal = await transact([
    {
      Update: {
        TableName: tableName,
        Key: keys.login(login_id),
        ...update,
        ConditionExpression:
          earlier === undefined
            ? "attribute_exists(pk) AND attribute_not_exists(proof_hash)"
            : "attribute_not_exists(mailed_at) AND proof_hash = :earlier",
        ExpressionAttributeValues: {
          ...update.ExpressionAttributeValues,
          ...(earlier !== undefined && { ":earlier": earlier }),
        },
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      },
    },
    ...(earlier === undefined ? await mailCounts(email, isStrange, now) : []),
  ]);
  if (!refusal) return "added";
  return refusal.found.slice(1).some(Boolean) ? "limited" : "settled";
}

/** Records that the email was sent, so a duplicate message sends no second one. */
export async function putLoginMailed(loginId: string, now: Date): Promise<void> {
  const update = new UpdateCommand({
    TableName: tableName,
    Key: keys.login(loginId),
    ...setting({ mailed_at: now.toISOString() }),
    ConditionExpression: "attribute_exists(pk)",
  });
  await despiteTransactions(() => table.send(update));
}

/** Counts an invitation against its mailbox. Returns whether the mailbox may get it. */
export async function countInvitation(email: string, now: Date): Promise<boolean> {
  return (await transact(await mailCounts(email, true, now))) === undefined;
}

/** The write that uses a link, which works once. */
export const loginDelete = ({ login_id, proof_hash }: Login): Write => ({
  Delete: {
    TableName: tableName,
    Key: keys.login(login_id),
    ConditionExpression: "proof_hash = :proof_hash",
    ExpressionAttributeValues: { ":proof_hash": proof_hash },
  },
});
