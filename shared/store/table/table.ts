import {
  type CancellationReason,
  ConditionalCheckFailedException,
  DynamoDBClient,
  PutItemCommand,
  TransactionCanceledException,
  TransactionConflictException,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { dynamoDbSettings, lean } from "./lambda-client.ts";

/** One attempt, so a hanging connection leaves time for another. `serve` limits the request. */
const REQUEST_TIMEOUT_MS = 3_000;
/** A machine that runs the whole service opens connections late. There the limiter has a longer deadline. */
const CONNECTION_TIMEOUT_MS = Math.max(1_000, Number(process.env.LIMITER_DEADLINE_MS ?? 0));

const maxAttempts = 3;

/** Made while the environment starts, when Lambda lends it a full CPU. All calls share its connections. */
const client = lean(
  new DynamoDBClient({
    ...dynamoDbSettings,
    maxAttempts,
    requestHandler: {
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  }),
);

export const table = DynamoDBDocumentClient.from(client, {
  marshallOptions: { removeUndefinedValues: true },
});

/** Resolves its middleware once, which a document client refuses to do. Made at the first write. */
function writer(): DynamoDBClient {
  const { requestHandler } = client.config;
  made ??= lean(
    new DynamoDBClient({ ...dynamoDbSettings, maxAttempts, requestHandler, cacheMiddleware: true }),
  );
  return made;
}
let made: DynamoDBClient | undefined;

export const tableName = process.env.TABLE_NAME ?? "";

export type Item = Record<string, unknown>;
export type Write = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** A condition kept failing through all attempts. */
export class Contention extends Error {
  override readonly name: string = "Contention";
}

/** Others kept writing the same items, or the table was throttled. It passes without a change of our code. */
export class Conflict extends Contention {
  override readonly name = "Conflict";
}

/** A condition failed. `failed[i]`: that of write `i`. `found[i]` is the item that it found. */
export type ConditionFailure = { found: (Item | undefined)[]; failed: boolean[] };

const ATTEMPTS = 6;

/** Reasons for a cancelled transaction that may succeed a moment later. */
const PASSING = new Set(["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]);

/** Returns the condition failure. Transactions on one item cancel each other: {@link despiteConflicts}. */
export async function transact(writes: Write[]): Promise<ConditionFailure | undefined> {
  try {
    await despiteConflicts(() => table.send(new TransactWriteCommand({ TransactItems: writes })));
    return undefined;
  } catch (error) {
    const reasons = (error instanceof TransactionCanceledException && error.CancellationReasons) || [];
    if (!reasons.some(isConditionFailure)) throw error;
    return {
      found: reasons.map(({ Item }) => Item && unmarshall(Item)),
      failed: reasons.map(isConditionFailure),
    };
  }
}

const isConditionFailure = ({ Code }: CancellationReason): boolean => Code === "ConditionalCheckFailed";

/** Again after a random pause. Ends in {@link Conflict}. Throws for a condition failure. */
export async function despiteConflicts<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      if (reasons.some(isConditionFailure) || !reasons.some(({ Code = "" }) => PASSING.has(Code)))
        throw error;
      await pause(Math.random() * 25 * 2 ** attempt);
    }
  }
  throw new Conflict("The transaction kept conflicting with others");
}

/** One put or update alone, at half the cost of a transaction. Returns what {@link transact} returns. */
export async function write({
  Put,
  Update,
}: Pick<Write, "Put" | "Update">): Promise<ConditionFailure | undefined> {
  try {
    await despiteTransactions(async () => {
      if (Put)
        await writer().send(new PutItemCommand({ ...Put, ...valuesIn(Put), Item: marshalled(Put.Item) }));
      if (Update)
        await writer().send(
          new UpdateItemCommand({ ...Update, ...valuesIn(Update), Key: marshalled(Update.Key) }),
        );
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { found: [error.Item && unmarshall(error.Item)], failed: [true] };
  }
}

/** While a write meets a transaction, because the SDK does not. Ends in {@link Conflict}. */
export async function despiteTransactions<T>(send: () => Promise<T>, attempts = ATTEMPTS): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof TransactionConflictException)) throw error;
      if (attempt === attempts) throw new Conflict("The write kept conflicting with transactions");
      await pause(Math.random() * 12.5 * 2 ** attempt);
    }
  }
}

const marshalled = (values: Item | undefined) => marshall(values ?? {}, { removeUndefinedValues: true });

const valuesIn = ({
  ExpressionAttributeValues: values,
}: {
  ExpressionAttributeValues?: Item | undefined;
}) => ({
  ExpressionAttributeValues: values && marshalled(values),
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * TTL attributes are epoch seconds. DynamoDB deletes items up to days late, so readers check for themselves.
 *
 * @example
 * ttlAt("2026-11-21T09:30:00.500Z", 60); // => 1795253461
 */
export const ttlAt = (instant: Date | string, plusSeconds = 0): number =>
  Math.ceil(new Date(instant).getTime() / 1000) + plusSeconds;
