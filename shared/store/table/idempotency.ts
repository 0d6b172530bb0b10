import { GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { Owner } from "../../domain/owner.ts";
import { Instant } from "../../domain/text.ts";
import { type Key, keys } from "../keys/keys.ts";
import { type ConditionFailure, type Item, table, tableName, transact, ttlAt, type Write } from "./table.ts";

/**
 * The answer to a request with an idempotency key, kept to be given again. `request` is a keyed hash of the request; the body is
 * sealed with a key that is made from the idempotency key, and so is not in the table either.
 */
export const Answered = z.object({
  request: z.string(),
  status: z.number(),
  sealed_body: z.string(),
  expires_at: z.optional(Instant),
});
export type Answered = z.infer<typeof Answered>;

/** The transaction wrote nothing, because the request was answered before. */
export class AlreadyAnswered extends Error {
  override readonly name = "AlreadyAnswered";
  readonly answered: Answered;

  constructor(answered: Answered) {
    super("This idempotency key was answered before");
    this.answered = answered;
  }
}

export const answerKey = (owner: Owner, operation: string, idempotencyKey: string): Key =>
  keys.idempotency(owner, operation, idempotencyKey);

/** The write that remembers an answer. It belongs into the transaction of the change that the answer tells of. */
export const remember = (key: Key, answered: Answered, now: Date): Write => ({
  Put: {
    TableName: tableName,
    Item: { ...key, ...answered, ...(answered.expires_at && { ttl: ttlAt(answered.expires_at) }) },
    // DynamoDB deletes what has expired days late.
    ConditionExpression: "attribute_not_exists(pk) OR expires_at <= :now",
    ExpressionAttributeValues: { ":now": now.toISOString() },
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  },
});

/**
 * Like {@link transact}, with the memory of the answer in it: throws {@link AlreadyAnswered} when that is what stands in the
 * way. The refusal speaks of `writes` alone.
 */
export async function transactOnce(
  writes: Write[],
  memory: Write | undefined,
): Promise<ConditionFailure | undefined> {
  const refusal = await transact(memory ? [memory, ...writes] : writes);
  if (!refusal || !memory) return refusal;
  const [earlier, ...found] = refusal.found;
  if (earlier) throw new AlreadyAnswered(Answered.parse(earlier));
  return { found };
}

export async function findAnswer(key: Key, now: Date): Promise<Answered | undefined> {
  const { Item } = await table.send(new GetCommand({ TableName: tableName, Key: key, ConsistentRead: true }));
  const answered = Item && Answered.parse(Item as Item);
  const expired = answered?.expires_at !== undefined && answered.expires_at <= now.toISOString();
  return expired ? undefined : answered;
}
