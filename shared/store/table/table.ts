import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";

/** For one attempt, so that a connection that hangs leaves time for another. The whole request has its own in `serve`. */
const REQUEST_TIMEOUT_MS = 3_000;

/** Constructed while the environment starts, where Lambda lends a full CPU. Calls share its connections. */
const client = new DynamoDBClient({
  maxAttempts: 3,
  requestHandler: {
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: 1_000,
    throwOnRequestTimeout: true,
  },
});

export const table = DynamoDBDocumentClient.from(client, {
  marshallOptions: { removeUndefinedValues: true },
});
export const tableName = process.env.TABLE_NAME ?? "";

export type Item = Record<string, unknown>;
export type Write = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** An item that must not be there yet. When it is, the refusal carries what stands there. */
export const putNew = (item: Item): Write => ({
  Put: {
    TableName: tableName,
    Item: item,
    ConditionExpression: "attribute_not_exists(pk)",
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  },
});

/** Another writer kept a hold on the same items through all our attempts. */
export class Contention extends Error {
  override readonly name = "Contention";
}

/** A condition of the transaction did not hold; `found[i]` is the item that stood in the way of write `i`. */
export type ConditionFailure = { found: (Item | undefined)[] };

const ATTEMPTS = 6;

/** Why a transaction was cancelled that may go through a moment later. */
const PASSING = new Set(["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]);

/**
 * Writes all items or none. Answers undefined when they are written, or what stood in the way. Two transactions
 * that touch one item at the same moment cancel each other, which is no answer: those are tried again after a
 * random pause, and end in {@link Contention}.
 */
export async function transact(writes: Write[]): Promise<ConditionFailure | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      await table.send(new TransactWriteCommand({ TransactItems: writes }));
      return undefined;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      if (reasons.some(({ Code }) => Code === "ConditionalCheckFailed")) {
        return { found: reasons.map(({ Item }) => Item && unmarshall(Item)) };
      }
      if (!reasons.some(({ Code = "" }) => PASSING.has(Code))) throw error;
      await pause(Math.random() * 25 * 2 ** attempt);
    }
  }
  throw new Contention("The transaction kept conflicting with others");
}

/** One write by itself, at half of what it costs in a transaction. Answers as {@link transact} does. */
export async function write({ Put, Update }: Write): Promise<ConditionFailure | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      if (Put) await table.send(new PutCommand(Put));
      if (Update) await table.send(new UpdateCommand(Update));
      return undefined;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException)
        return { found: [error.Item && unmarshall(error.Item)] };
      if (!(error instanceof TransactionConflictException)) throw error;
      await pause(Math.random() * 25 * 2 ** attempt);
    }
  }
  throw new Contention("The write kept conflicting with transactions");
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** TTL attributes are epoch seconds; DynamoDB deletes up to days later, so readers check for themselves. */
export const ttlAt = (instant: Date | string, plusSeconds = 0): number =>
  Math.ceil(new Date(instant).getTime() / 1000) + plusSeconds;
