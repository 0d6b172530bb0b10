import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { dynamoDbSettings, lean } from "./lambda-client.ts";
import { table } from "./table.ts";

/**
 * The limiters' deadline. A late answer is useless, because it delays the caller that the limiter should
 * protect.
 */
const DEADLINE_MS = Number(process.env.LIMITER_DEADLINE_MS ?? 300);
/** The first call of an environment also opens the connection. */
const FIRST_DEADLINE_MS = Math.max(1_500, DEADLINE_MS);

/** One attempt only, over the table's connections. */
export const oneShot = DynamoDBDocumentClient.from(
  lean(
    new DynamoDBClient({
      ...dynamoDbSettings,
      maxAttempts: 1,
      requestHandler: table.config.requestHandler,
    }),
  ),
);

/** The table did not count a request in time. */
export class LimiterUnavailable extends Error {
  override readonly name = "LimiterUnavailable";
}

let connected = false;

export const deadline = {
  /** The options of a call. The deadline replaces the limit of an attempt, which may be shorter. */
  options: () => ({
    abortSignal: AbortSignal.timeout(connected ? DEADLINE_MS : FIRST_DEADLINE_MS),
    requestTimeout: 0,
  }),
  /** The table answered, so a connection exists. */
  met: (): void => {
    connected = true;
  },
};
