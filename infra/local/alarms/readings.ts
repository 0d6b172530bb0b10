/** What AWS does not document. Each fault must ring in both readings; the first is shown. */
export type Reading = {
  /** How many more periods than count CloudWatch fetches. Its tables have 2 for 3 periods. */
  more: number;
  /** Whether a service writes 0 after a good call, for the metrics in `OPEN_ZEROS`. */
  zeros: boolean;
  /** How late SQS writes the metrics of a queue that slept, in minutes. AWS says up to 15. */
  wakeMinutes: number;
};

export const readings = {
  early: { more: 2, zeros: true, wakeMinutes: 0 },
  late: { more: 4, zeros: false, wakeMinutes: 15 },
} as const satisfies Record<string, Reading>;
export type ReadingName = keyof typeof readings;

/** AWS's pages do not say whether these are 0 or absent while nothing fails. */
export const OPEN_ZEROS: ReadonlySet<string> = new Set(["Errors", "4xx", "5xx", "ExecutionsFailed"]);

const everyFunction = ["FunctionName", ""];

/** With the dimensions that have values: an alarm on another one would be silent, and fails the start. */
export const KNOWN: Record<string, Record<string, readonly string[]>> = {
  "AWS/ApiGateway": { Count: ["ApiId"], "4xx": ["ApiId"], "5xx": ["ApiId"], Latency: ["ApiId"] },
  "AWS/CertificateManager": { DaysToExpiry: ["CertificateArn"] },
  "AWS/Lambda": {
    AsyncEventsDropped: everyFunction,
    ConcurrentExecutions: everyFunction,
    Errors: everyFunction,
    Invocations: everyFunction,
    IteratorAge: ["FunctionName"],
    PolledEventCount: ["EventSourceMappingUUID"],
    Throttles: everyFunction,
  },
  "AWS/Logs": { IncomingLogEvents: ["LogGroupName"] },
  "AWS/SES": { "Reputation.BounceRate": [""], "Reputation.ComplaintRate": [""] },
  "AWS/SQS": {
    ApproximateAgeOfOldestMessage: ["QueueName"],
    ApproximateNumberOfMessagesVisible: ["QueueName"],
  },
  "AWS/States": { ExecutionsFailed: ["StateMachineArn"] },
};
