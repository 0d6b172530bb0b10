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
import { isDryRun, sendUnlessDry } from "./dry-run.ts";
import { noteStored, withRequest } from "../event/event-request.ts";
import { dynamoDbSettings, lean, requestHandler } from "./lambda-client.ts";

const maxAttempts = 3;

/** Made while the environment starts, when Lambda lends it a full CPU. All calls share its connections. */
const client = lean(
  new DynamoDBClient({
    ...dynamoDbSettings,
    maxAttempts,
    // `serve` limits the request.
    requestHandler: requestHandler(3_000),
  }),
);

export const table = DynamoDBDocumentClient.from(client, {
  marshallOptions: { removeUndefinedValues: true },
});

/** Resolves its middleware once, which a document client refuses to do. Made at the first write. */
function writer(): DynamoDBClient {
  const { requestHandler: connections } = client.config;
  const settings = { ...dynamoDbSettings, maxAttempts, requestHandler: connections };
  tableClient ??= lean(new DynamoDBClient({ ...settings, cacheMiddleware: true }));
  return tableClient;
}
let tableClient: DynamoDBClient | undefined;

export const tableName = process.env.TABLE_NAME ?? "";

export type Item = Record<string, unknown>;
export type Write = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];
/** Makes a new object, with the instant of an attempt in its id. */
export type Emission = (now: Date) => Write;
export type WritePart = Write | Emission;

/** A condition kept failing through all attempts. */
export class Contention extends Error {
  override readonly name: string = "Contention";
}

/** Others kept writing the same items, or the table was throttled. It passes without a change of our code. */
export class Conflict extends Contention {
  override readonly name = "Conflict";
}

type Group = WritePart | readonly (WritePart | undefined)[] | undefined;

/** Writes in groups with names, or a list of which only the success as a whole counts. */
export type NamedWrites = Readonly<Record<string, Group>> | readonly (WritePart | undefined)[];
type NameIn<Of> = Of extends readonly unknown[] ? never : keyof Of;

/** By the names of a transaction: whether a condition of the group failed, and an item that one found. */
export type ConditionFailure<Of extends NamedWrites> = {
  failed: Readonly<Record<NameIn<Of>, boolean>>;
  found: Readonly<Record<NameIn<Of>, Item | undefined>>;
};

const ATTEMPTS = 6;

/** Reasons for a cancelled transaction that may succeed a moment later. */
const PASSING = new Set(["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]);

/**
 * Returns the condition failure. Transactions on one item cancel each other: {@link despiteConflicts}. The
 * SDK repeats an attempt whose answer was lost, with its ids. A cancelled attempt wrote nothing, so the next
 * one draws ids anew: events of an object are listed in the order of its changes.
 */
export async function transact<const Of extends NamedWrites>(
  groups: Of,
): Promise<ConditionFailure<Of> | undefined> {
  const named = partsOf(groups);
  const send = async (writes: Write[]) => {
    const TransactItems = withRequest(writes);
    await table.send(new TransactWriteCommand({ TransactItems }));
    noteStored(TransactItems);
  };
  try {
    await despiteConflicts(() => sendUnlessDry(writesOf(groups), tableName, send));
    return undefined;
  } catch (error) {
    const reasons = (error instanceof TransactionCanceledException && error.CancellationReasons) || [];
    if (!reasons.some(isConditionFailure)) throw error;
    const failed: Record<string, boolean> = {};
    const items: Record<string, Item | undefined> = {};
    for (const [i, { name }] of named.entries()) {
      const { Code, Item } = reasons[i] ?? {};
      failed[name] ||= isConditionFailure({ Code });
      items[name] ??= Item && unmarshall(Item);
    }
    return { failed, found: items } as ConditionFailure<Of>;
  }
}

const partsOf = (groups: NamedWrites) =>
  Object.entries<Group>(groups).flatMap(([name, group]) =>
    [group].flat().flatMap((write) => (write ? [{ name, write }] : [])),
  );

/** What an attempt sends now. */
export function writesOf(groups: NamedWrites): Write[] {
  const now = new Date();
  return partsOf(groups).map(({ write }) => (typeof write === "function" ? write(now) : write));
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

/** One put or update alone, at half the cost of a transaction. A condition failure has what it found. */
export async function write({
  Put,
  Update,
}: Pick<Write, "Put" | "Update">): Promise<{ found: Item | undefined } | undefined> {
  if (isDryRun()) {
    const conflict = await transact({ only: Put ? { Put } : { Update } });
    return conflict && { found: conflict.found.only };
  }
  try {
    await despiteTransactions(async () => {
      if (Put)
        await writer().send(new PutItemCommand({ ...Put, ...valuesIn(Put), Item: marshalled(Put.Item) }));
      if (Update)
        await writer().send(
          new UpdateItemCommand({ ...Update, ...valuesIn(Update), Key: marshalled(Update.Key) }),
        );
    });
    noteStored([]);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { found: error.Item && unmarshall(error.Item) };
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
