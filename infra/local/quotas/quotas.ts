/**
 * `bucket`: so many tokens at once, refilled each second. `gauge`: so many open at a time. `count`: so many
 * in all, or within a day.
 */
type Kind = "bucket" | "gauge" | "count";

/** One of AWS's quotas, with AWS's default for us-east-1. */
type AwsQuota = {
  name: string;
  kind: Kind;
  /** The size of a bucket, or the most of a gauge or count. */
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

type Values = [size: number, aSecond: number] | [Exclude<Kind, "bucket">, number];

const inDocs =
  (guide: string, key: string, error: string) =>
  (name: string, [first, second]: Values, page: string) => {
    const source = `https://docs.aws.amazon.com/${guide}${page}.html`;
    const isBucket = typeof first === "number";
    const kind: Kind = isBucket ? "bucket" : first;
    return { name, kind, most: isBucket ? first : second, refill: isBucket ? second : 0, key, error, source };
  };

const [DYNAMODB, STATES] = ["amazondynamodb/latest/developerguide/", "step-functions/latest/dg/"];
const [LAMBDA, API] = ["lambda/latest/dg/", "apigateway/latest/developerguide/"];
const SQS = "AWSSimpleQueueService/latest/SQSDeveloperGuide/";
const [region, THROTTLED, BUSY] = ["account and region", "ThrottlingException", "TooManyRequestsException"];
const table = inDocs(DYNAMODB, "table or index", THROTTLED);
const partition = inDocs(DYNAMODB, "table or index, partition", THROTTLED);
const states = inDocs(STATES, region, THROTTLED);
const execution = inDocs(STATES, region, "ExecutionLimitExceeded");
const transition = inDocs(STATES, region, "");
const lambda = inDocs(LAMBDA, region, BUSY);
const functions = inDocs(LAMBDA, "function", BUSY);
const mapping = inDocs(LAMBDA, "mapping", "");
const fifo = inDocs(SQS, "queue, action", "RequestThrottled");
const gateway = inDocs(API, region, "429");
const route = inDocs(API, "route", "429");
const api = inDocs(API, "API", "LimitExceededException");
const mail = inDocs("ses/latest/dg/", region, BUSY);
const stack = inDocs("AWSCloudFormation/latest/UserGuide/", "stack", "ValidationError");

const listed = {
  partitionWrites: partition("write units of a partition", [1_000, 1_000], "bp-partition-key-design"),
  partitionReads: partition("read units of a partition", [3_000, 3_000], "bp-partition-key-design"),
  partitionHeat: partition("seconds of heat before a split", ["gauge", 300], "burst-adaptive-capacity"),
  tableWrites: table("write units of a table", [40_000, 40_000], "ServiceQuotas"),
  tableReads: table("read units of a table", [40_000, 40_000], "ServiceQuotas"),
  newTableWrites: table("write units of a new table", [4_000, 4_000], "on-demand-capacity-mode"),
  newTableReads: table("read units of a new table", [12_000, 12_000], "on-demand-capacity-mode"),

  executionStarts: states("StartExecution", [1_300, 300], "service-quotas"),
  redrives: states("RedriveExecution", [1_300, 300], "service-quotas"),
  executionLists: states("ListExecutions", [200, 5], "service-quotas"),
  openExecutions: execution("open executions", ["gauge", 1_000_000], "service-quotas"),
  transitions: transition("state transitions", [5_000, 5_000], "service-quotas"),

  concurrency: lambda("concurrent executions", ["gauge", 1_000], "lambda-concurrency"),
  functionRequests: functions("requests to a function", [10_000, 10_000], "lambda-concurrency"),
  newEnvironments: functions("new environments", [1_000, 100], "scaling-behavior"),
  queueBatches: mapping("batches of a queue at once", ["gauge", 1_250], "services-sqs-scaling"),

  fifoCalls: fifo("calls in a FIFO partition", [300, 300], "quotas-fifo"),
  fifoQueueCalls: fifo("calls on a FIFO queue", [70_000, 70_000], "quotas-fifo"),

  apiRequests: gateway("requests to all APIs", [5_000, 10_000], "limits"),
  routeRequests: route("requests to a route", [5_000, 10_000], "http-api-throttling"),
  routes: api("routes", ["count", 300], "http-api-quotas"),
  integrations: api("integrations", ["count", 300], "http-api-quotas"),

  emails: mail("emails in SES's sandbox", [1, 1], "quotas"),
  emailsADay: mail("emails of 24 hours in SES's sandbox", ["count", 200], "quotas"),
  stackResources: stack("resources of a stack", ["count", 500], "cloudformation-limits"),
};

export type QuotaId = keyof typeof listed;

const FIXED = /^(partition.*|newEnvironments|fifoCalls|integrations|stackResources)$/;

const A_SECOND = "AWS names a rate only: the bucket holds one second of it";
const GROWS = "it starts with four partitions, and twice the highest minute counts as soon as it is over";
const approximations: Partial<Record<QuotaId, string>> = {
  partitionWrites: A_SECOND,
  partitionReads: "eventually consistent queries may reach 4,500, since a partition has three replicas",
  partitionHeat: "neither the time nor the rule is published: decision 0252",
  ...{ newTableWrites: GROWS, newTableReads: GROWS },
  transitions: "new accounts have less, and how much is not published",
  concurrency: "a new account has less: often 10",
  ...{ functionRequests: A_SECOND, fifoQueueCalls: A_SECOND, emails: A_SECOND },
  newEnvironments: "an environment is kept for ten idle minutes, which AWS does not publish",
  fifoCalls: `it starts with four partitions, which grow as those of a table. ${A_SECOND}`,
  routeRequests: "the stage's default counts for each route alone, as AWS's page on REST APIs says",
};

/** AWS's quotas: what the local cloud enforces with `--quotas aws`, and what else bounds a load. */
export const awsQuotas = Object.fromEntries(
  Object.entries(listed).map(([id, quota]) => [
    id,
    { ...quota, isAdjustable: !FIXED.test(id), approximation: approximations[id as QuotaId] ?? "" },
  ]),
) as Record<QuotaId, AwsQuota>;
