import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { keys } from "../keys/keys.ts";
import { unlessSet } from "../table/expressions.ts";
import { findItem } from "../table/reads.ts";
import { table, type Write } from "../table/table.ts";
import { change, put } from "../table/writes.ts";
import { hashMailbox, hashSpelling, type MailboxHashes } from "./mailboxes.ts";

/** The reason why a mailbox gets no more email. */
type SuppressionReason = "disowned" | "bounced" | "complained";

/** They keep an earlier reason, which weighs more. One for each value of the secret. */
export const disownedWrites = (mailbox: MailboxHashes, now: Date): Write[] =>
  mailbox.map((hash) =>
    change(keys.suppression(hash), {
      set: { reason: unlessSet("disowned"), since: unlessSet(now.toISOString()) },
    }),
  );

type Feedback = Exclude<SuppressionReason, "disowned">;

/**
 * Replaces the reason `disowned`. A bounce suppresses one spelling only: a stranger can type `ana+tag@`,
 * which a host without tags bounces, to stop the email to `ana@`.
 */
export async function putSuppression(email: string, reason: Feedback, now: Date): Promise<void> {
  for (const hash of await (reason === "bounced" ? hashSpelling(email) : hashMailbox(email)))
    await table.send(
      new PutCommand(put({ ...keys.suppression(hash), reason, since: now.toISOString() }).Put),
    );
}

/** Whether a mailbox gets no email. With `evenDisowned`, the reason `disowned` does not count. */
export async function isSuppressed(email: string, { evenDisowned = false } = {}): Promise<boolean> {
  const hashes = new Set([...(await hashMailbox(email)), ...(await hashSpelling(email))]);
  const entries = await Promise.all([...hashes].map((hash) => findItem(keys.suppression(hash))));
  return entries.some((entry) => entry !== undefined && !(evenDisowned && entry.reason === "disowned"));
}
