import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { Owner } from "../../domain/owner.ts";
import { Instant } from "../../domain/text.ts";
import { type Key, keys } from "../keys/keys.ts";
import { atMost, either, isNew } from "./expressions.ts";
import { findItem } from "./reads.ts";
import {
  type ConditionFailure,
  despiteTransactions,
  type Item,
  table,
  transact,
  ttlAt,
  type Write,
} from "./table.ts";
import { put, remove } from "./writes.ts";

/** `request`: a keyed hash. The body is sealed with a key derived from the idempotency key. */
export const Answered = z.object({
  request: z.string(),
  status: z.number(),
  sealed_body: z.string(),
  expires_at: z.optional(Instant),
});
export type Answered = z.infer<typeof Answered>;

/** The transaction wrote nothing, because the request already has an answer: `found`, as an item. */
export class AlreadyAnswered extends Error {
  override readonly name = "AlreadyAnswered";
  readonly found: Item;

  constructor(found: Item) {
    super("This request already has an answer");
    this.found = found;
  }

  get answered(): Answered {
    return Answered.parse(this.found);
  }
}

export const answerKey = (owner: Owner, operation: string, idempotencyKey: string): Key =>
  keys.idempotency(owner, operation, idempotencyKey);

export const answerWrite = (key: Key, answered: Answered, now: Date): Write =>
  put(
    { ...key, ...answered, ...(answered.expires_at && { ttl: ttlAt(answered.expires_at) }) },
    // DynamoDB deletes expired items up to days late.
    { when: either(isNew, { expires_at: atMost(now.toISOString()) }), found: true },
  );

/** Throws {@link AlreadyAnswered} when an earlier answer exists. The failure covers `writes` only. */
export async function transactOnce(
  writes: Write[],
  memory: Write | undefined,
): Promise<ConditionFailure | undefined> {
  const conflict = await transact(memory ? [memory, ...writes] : writes);
  if (!conflict || !memory) return conflict;
  const [earlier, ...found] = conflict.found;
  if (earlier) throw new AlreadyAnswered(earlier);
  return { found, failed: conflict.failed.slice(1) };
}

export const findAnswer = async (key: Key, now: Date): Promise<Answered | undefined> =>
  current(await findItem(key), now);

/** Deletes an answer and returns it. Of several calls at once, one gets it. */
export async function deleteAnswer(key: Key, now: Date): Promise<Answered | undefined> {
  const deletion = new DeleteCommand({ ...remove(key).Delete, ReturnValues: "ALL_OLD" });
  const { Attributes } = await despiteTransactions(() => table.send(deletion));
  return current(Attributes, now);
}

function current(item: Item | undefined, now: Date): Answered | undefined {
  const answered = item && Answered.parse(item);
  const expired = answered?.expires_at !== undefined && answered.expires_at <= now.toISOString();
  return expired ? undefined : answered;
}
