/**
 * `bucket`: so many tokens at once, refilled each second. `gauge`: so many open at a time. `size`: of one
 * thing, in the unit of its name. `count`: so many in all, or within a day.
 */
type Kind = "bucket" | "gauge" | "size" | "count";

/** One of AWS's quotas, with AWS's default for us-east-1. */
export type AwsQuota = {
  name: string;
  kind: Kind;
  /** The size of a bucket, or the most of a gauge, size or count. */
  most: number;
  /** What a bucket gets each second. Of the others, 0. */
  refill: number;
  /** What has one of its own. */
  key: string;
  /** The error of what is refused. Empty: it is delayed or waits, and nothing fails. */
  error: string;
  /** AWS raises it on request. */
  isAdjustable: boolean;
  /** What of the number or of its meaning AWS does not publish. Empty: all of it is documented. */
  approximation: string;
  source: string;
};

type More = { key?: string; error?: string; fixed?: true; approximation?: string };

const inDocs =
  (guide: string, { key: usualKey, error: usualError }: { key: string; error: string }) =>
  (kind: Kind, name: string, [most, refill = 0]: [number, number?], page: string, more: More = {}) => {
    const { key = usualKey, error = usualError, fixed = false, approximation = "" } = more;
    const source = `https://docs.aws.amazon.com/${guide}${page}.html`;
    return { name, kind, most, refill, key, error, isAdjustable: !fixed, approximation, source } as AwsQuota;
  };

const region = "account and region";
const table = inDocs("amazondynamodb/latest/developerguide/", {
  key: "table or index",
  error: "ThrottlingException",
});
const machine = inDocs("step-functions/latest/dg/", { key: region, error: "ThrottlingException" });
const lambda = inDocs("lambda/latest/dg/", { key: region, error: "TooManyRequestsException" });
const sqs = inDocs("AWSSimpleQueueService/latest/SQSDeveloperGuide/", {
  key: "queue",
  error: "RequestThrottled",
});
const api = inDocs("apigateway/latest/developerguide/", { key: region, error: "429" });
const mail = inDocs("ses/latest/dg/", { key: region, error: "TooManyRequestsException" });
const other = inDocs("", { key: region, error: "ThrottlingException" });

const A_SECOND = "AWS names a rate only: the bucket holds one second of it";
const oneItem = "never less than one item";

/** AWS's quotas: what the local cloud enforces with `--quotas aws`, and what else bounds a load. */
export const awsQuotas = {
  partitionWrites: table("bucket", "write units of a partition", [1_000, 1_000], "bp-partition-key-design", {
    ...{ key: "table or index, partition", fixed: true, approximation: A_SECOND },
  }),
  partitionReads: table("bucket", "read units of a partition", [3_000, 3_000], "bp-partition-key-design", {
    ...{ key: "table or index, partition", fixed: true },
    approximation: "eventually consistent queries may reach 4,500, since a partition has three replicas",
  }),
  tableWrites: table("bucket", "write units of a table", [40_000, 40_000], "ServiceQuotas"),
  tableReads: table("bucket", "read units of a table", [40_000, 40_000], "ServiceQuotas"),
  newTableWrites: table("bucket", "write units of a new table", [4_000, 4_000], "on-demand-capacity-mode", {
    approximation:
      "it starts with four partitions, and twice the highest minute counts as soon as it is over",
  }),
  newTableReads: table("bucket", "read units of a new table", [12_000, 12_000], "on-demand-capacity-mode", {
    approximation: "as for its writes",
  }),
  partitionHeat: table(
    "gauge",
    "seconds of heat before a partition splits",
    [300],
    "burst-adaptive-capacity",
    {
      ...{ key: "table or index, partition", error: "", fixed: true },
      approximation: `not published: at 90 % for 300 s, ${oneItem}, and not for keys that only grow or only fall`,
    },
  ),
  partitionBytes: table("size", "bytes of a partition", [10 * 1024 ** 3], "Constraints", {
    ...{ key: "table or index, partition", error: "", fixed: true },
  }),
  transactionItems: table("size", "items of a transaction", [100], "Constraints", { fixed: true }),
  itemBytes: table("size", "bytes of an item", [400 * 1024], "Constraints", { fixed: true }),
  streamReaders: table("count", "readers of a stream's shard", [2], "Streams", { key: "shard", fixed: true }),

  executionStarts: machine("bucket", "StartExecution", [1_300, 300], "service-quotas"),
  transitions: machine("bucket", "state transitions", [5_000, 5_000], "service-quotas", {
    error: "",
    approximation: "new accounts have less, and how much is not published",
  }),
  openExecutions: machine("gauge", "open executions", [1_000_000], "service-quotas", {
    error: "ExecutionLimitExceeded",
  }),
  redrives: machine("bucket", "RedriveExecution", [1_300, 300], "service-quotas"),
  executionLists: machine("bucket", "ListExecutions", [200, 5], "service-quotas"),
  executionEvents: machine("size", "events of an execution", [25_000], "service-quotas", {
    ...{ key: "execution", error: "States.Runtime", fixed: true },
  }),

  concurrency: lambda("gauge", "concurrent executions", [1_000], "lambda-concurrency", {
    approximation: "a new account has less: often 10",
  }),
  functionRequests: lambda("bucket", "requests to a function", [10_000, 10_000], "lambda-concurrency", {
    ...{ key: "function", approximation: `ten times the concurrency. ${A_SECOND}` },
  }),
  newEnvironments: lambda("bucket", "new environments", [1_000, 100], "scaling-behavior", {
    ...{ key: "function", fixed: true },
    approximation: "an environment is kept for ten idle minutes, which AWS does not publish",
  }),
  queueBatches: lambda("gauge", "batches of a queue at once", [1_250], "services-sqs-scaling", {
    ...{ key: "mapping", error: "", approximation: "starts with 5 and adds 5 a second while messages wait" },
  }),
  invocationBytes: lambda("size", "bytes of a request or reply", [6 * 1024 ** 2], "gettingstarted-limits", {
    ...{ key: "invocation", error: "RequestTooLargeException", fixed: true },
  }),
  functionSeconds: lambda("size", "seconds of a function", [900], "gettingstarted-limits", {
    ...{ key: "invocation", error: "Sandbox.Timedout", fixed: true },
  }),
  streamBatches: lambda("gauge", "batches of a stream's shard at once", [10], "with-ddb", {
    ...{ key: "mapping, shard", error: "", fixed: true },
  }),

  fifoCalls: sqs("bucket", "calls of an action in a FIFO partition", [300, 300], "quotas-fifo", {
    ...{ key: "queue, action, partition", fixed: true },
    approximation: `starts with four partitions, which grow as those of a table. ${A_SECOND}`,
  }),
  fifoQueueCalls: sqs("bucket", "calls of an action on a FIFO queue", [70_000, 70_000], "quotas-fifo", {
    ...{ key: "queue, action", approximation: A_SECOND },
  }),
  messagesInFlight: sqs("gauge", "messages in flight", [120_000], "quotas-queues", { error: "" }),
  messageBytes: sqs("size", "bytes of a message", [1024 ** 2], "quotas-messages", {
    ...{ key: "message", error: "InvalidParameterValue", fixed: true },
  }),
  messageDelay: sqs("size", "seconds of a message's delay", [900], "quotas-messages", {
    ...{ key: "message", error: "InvalidParameterValue", fixed: true },
  }),

  apiRequests: api("bucket", "requests to all APIs", [5_000, 10_000], "limits"),
  routeRequests: api("bucket", "requests to a route", [5_000, 10_000], "http-api-throttling", {
    key: "route",
    approximation: "the stage's default counts for each route alone, as AWS's page on REST APIs says",
  }),
  routes: api("count", "routes", [300], "http-api-quotas", { key: "API", error: "LimitExceededException" }),
  integrations: api("count", "integrations", [300], "http-api-quotas", {
    ...{ key: "API", error: "LimitExceededException", fixed: true },
  }),

  emails: mail("bucket", "emails in SES's sandbox", [1, 1], "quotas", { approximation: A_SECOND }),
  emailsADay: mail("count", "emails of 24 hours in SES's sandbox", [200], "quotas"),

  stackResources: other(
    "count",
    "resources of a stack",
    [500],
    "AWSCloudFormation/latest/UserGuide/cloudformation-limits",
    {
      ...{ key: "stack", error: "ValidationError", fixed: true },
    },
  ),
  schedules: other(
    "bucket",
    "invocations of schedules",
    [1_000, 1_000],
    "scheduler/latest/UserGuide/scheduler-quotas",
    {
      ...{ error: "", approximation: A_SECOND },
    },
  ),
  keyCalls: other(
    "bucket",
    "calls of symmetric KMS keys",
    [100_000, 100_000],
    "kms/latest/developerguide/requests-per-second",
    {
      approximation: A_SECOND,
    },
  ),
  secretReads: other(
    "bucket",
    "GetSecretValue",
    [10_000, 10_000],
    "secretsmanager/latest/userguide/reference_limits",
    {
      ...{ fixed: true, approximation: A_SECOND },
    },
  ),
  logCalls: other(
    "bucket",
    "PutLogEvents",
    [5_000, 5_000],
    "AmazonCloudWatch/latest/logs/cloudwatch_limits_cwl",
    {
      approximation: A_SECOND,
    },
  ),
} satisfies Record<string, AwsQuota>;
