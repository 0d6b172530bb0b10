import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
} from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { ofEnvironment } from "./environment.ts";
import { dynamoDbSettings, lean } from "./lambda-client.ts";
import { type Item, table } from "./table.ts";

/** The limiters' deadline: a late answer delays the caller that the limiter should protect. */
const DEADLINE_MS = Number(process.env.LIMITER_DEADLINE_MS ?? 300);
/** The first call of an environment also opens the connection. */
const FIRST_DEADLINE_MS = Math.max(1_500, DEADLINE_MS);

/** An environment has as many connections as it made calls at once. */
const MAX_CLOSED = 3;

type RetryStrategy = Extract<
  DynamoDBClientConfig["retryStrategy"],
  { refreshRetryTokenForRetry: (...args: never[]) => unknown }
>;
const token = (retries: number) => ({ getRetryCount: () => retries, getRetryDelay: () => 0 });

/**
 * Does not count attempts on closed connections: DynamoDB closes idle ones while Lambda freezes an
 * environment (issue 1196 of aws/aws-sdk-js-v3). If it counted the request before, it counts it twice.
 */
const unlessClosed: RetryStrategy = {
  acquireInitialRetryToken: async () => token(0),
  refreshRetryTokenForRetry: async (last, { error }) => {
    if (last.getRetryCount() < MAX_CLOSED && isClosed(error)) return token(last.getRetryCount() + 1);
    throw new Error("One attempt only");
  },
  recordSuccess: () => {},
};

const isClosed = (error: unknown): boolean =>
  ["ECONNRESET", "EPIPE"].includes((error as NodeJS.ErrnoException | undefined)?.code ?? "");

export const oneShot = DynamoDBDocumentClient.from(
  lean(
    new DynamoDBClient({
      ...dynamoDbSettings,
      maxAttempts: 1,
      retryStrategy: unlessClosed,
      requestHandler: table.config.requestHandler,
    }),
  ),
);

/** The table did not count a request in time. */
export class LimiterUnavailable extends Error {
  override readonly name = "LimiterUnavailable";
}

const connection = ofEnvironment(() => ({ isOpen: false }));

export const deadline = {
  /** The options of a call. The deadline replaces the limit of an attempt, which may be shorter. */
  options: () => ({
    abortSignal: AbortSignal.timeout(connection().isOpen ? DEADLINE_MS : FIRST_DEADLINE_MS),
    requestTimeout: 0,
  }),
  met: (): void => {
    connection().isOpen = true;
  },
};

/** Returns the attributes, or the item that its condition met. Throws when the table is late. */
export async function updateInTime(
  { Update }: { Update: UpdateCommandInput },
  options = deadline.options(),
): Promise<{ updated: Item; met?: undefined } | { updated?: undefined; met: Item }> {
  try {
    const { Attributes = {} } = await oneShot.send(new UpdateCommand(Update), options);
    deadline.met();
    return { updated: Attributes };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    deadline.met();
    return { met: error.Item ? unmarshall(error.Item) : {} };
  }
}
