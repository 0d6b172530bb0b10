import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { Owner } from "../../domain/item/owner.ts";
import { Instant } from "../../domain/text/text.ts";
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
  type NamedWrites,
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

  constructor(storedAnswer: Item) {
    super("This request already has an answer");
    this.found = storedAnswer;
  }

  /** Undefined: what was found is the result of a batch's payout. */
  get answered(): Answered | undefined {
    return Answered.safeParse(this.found).data;
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

/** What a request leaves for its repetitions. A payout of a batch leaves its result and its key's answer. */
export type Memories = Write | undefined | readonly (Write | undefined)[];

/** Throws {@link AlreadyAnswered} when an earlier answer exists. */
export async function transactOnce<const Of extends NamedWrites>(
  writes: Of,
  memory: Memories,
): Promise<ConditionFailure<Of> | undefined> {
  const conflict = await transact<{ memory: Memories }>({ memory, ...writes });
  if (conflict?.found.memory) throw new AlreadyAnswered(conflict.found.memory);
  return conflict as ConditionFailure<Of> | undefined;
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
