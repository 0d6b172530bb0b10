import { Duration } from "aws-cdk-lib";
import { MathExpression, type Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { Alarm } from "../alarms/alarm.ts";
import { replies } from "../alarms/metrics.ts";
import type { Api } from "../api.ts";
import { burns, GOOD_REPLIES, SLOWEST_MS, tooFast } from "./objectives.ts";

const KEYED = '$.routeKey = "* /v1/*"';
/** No object of the keyed API is empty. */
const EMPTY = `${KEYED} && $.status = "200" && $.responseLength = "0"`;

const kinds = {
  Answered: `${KEYED} && $.status = "2*" && $.responseLength != "0"`,
  Refused: `(${KEYED} && $.status = "4*") || (${EMPTY})`,
  Failed: `${KEYED} && $.status = "5*"`,
  Throttled: `${KEYED} && $.status = "429" && $.integrationLatency = "-"`,
};
/** How many replies of each kind callers with a key got, and what follows from these. */
export function countReplies(scope: Construct, api: Api, stage: string) {
  const counted = (kind: keyof typeof kinds) =>
    replies(scope, `${kind}Replies`, { api, metricName: `${kind}Replies-${stage}`, where: kinds[kind] });
  const answered = counted("Answered");
  const refused = counted("Refused");
  const failed = counted("Failed");
  const throttled = counted("Throttled");
  const failedShare = (minutes: number, least: number) => {
    const share = `IF(answered + failed < ${least}, 0, failed / (answered + failed))`;
    return calculated(share, { answered, failed }, minutes);
  };
  /** 1 for a minute in which every caller was refused. */
  const allRefused = calculated("IF(refused < 5, 0, IF(answered < 1, 1, 0))", { answered, refused }, 1);
  return { answered, failed, throttled, allRefused, failedShare };
}
export type ReplyCounts = ReturnType<typeof countReplies>;

export function objectiveAlarms(counts: ReplyCounts, { http }: Api): Alarm[] {
  const burn = (which: keyof typeof burns): Pick<Alarm, "metric" | "threshold"> => ({
    metric: counts.failedShare(burns[which].minutes, burns[which].least),
    threshold: tooFast(which),
  });
  const month = `the errors that a month allows with ${GOOD_REPLIES * 100} % good replies`;
  return [
    {
      ...burn("fast"),
      id: "ErrorsBurnFast",
      description: `Replies with 5xx use up ${month} within 50 hours. Look for the log lines with message = fault, and roll back if it began with a deployment.`,
    },
    {
      ...burn("slow"),
      id: "ErrorsBurnSlow",
      severity: "ticket",
      description: `For six hours, replies with 5xx have used up ${month} within 5 days. Look for the log lines with message = fault.`,
    },
    {
      metric: counts.allRefused,
      evaluationPeriods: 3,
      id: "AllRefused",
      description:
        "For three minutes, the API has answered 4xx, or 200 without a body, to every request with a key. Look in the access log for the status, and roll back if it began with a deployment.",
    },
    {
      metric: counts.throttled,
      threshold: 30,
      evaluationPeriods: 3,
      id: "GatewayThrottles",
      description:
        "For three minutes, the gateway has refused 30 requests with a key a minute or more, before a function saw them. Look at the metric Count of the API, and raise the throttles if the requests are real.",
    },
    {
      metric: http.metricLatency({ statistic: "p90", period: Duration.minutes(1) }),
      threshold: SLOWEST_MS,
      evaluationPeriods: 3,
      id: "RepliesSlow",
      description: `For three minutes, one reply of ten has taken longer than ${SLOWEST_MS} ms. Look at the access log's latency by route, and at the metrics Throttles and Duration.`,
    },
  ];
}

const calculated = (expression: string, metrics: Record<string, Metric>, minutes: number) =>
  new MathExpression({ expression, usingMetrics: metrics, period: Duration.minutes(minutes) });
