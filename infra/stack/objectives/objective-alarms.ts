import { Duration } from "aws-cdk-lib";
import { MathExpression, type Metric } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { brand } from "../../../shared/domain/brand.ts";
import type { Alarm } from "../alarms/alarm.ts";
import type { Api } from "../api.ts";
import { burns, GOOD_REPLIES, SLOWEST_MS, tooFast } from "./objectives.ts";

/** The keyed API's replies in the access log, by the first digit of their status. */
const kinds = { Answered: "2*", Refused: "4*", Failed: "5*" };

/** Alarms on the objectives: too many errors for the month, refusals of every caller, and slow replies. */
export function objectiveAlarms(scope: Construct, { http, accessLogs }: Api, stage: string): Alarm[] {
  const counted = (kind: keyof typeof kinds) =>
    new MetricFilter(scope, `${kind}Replies`, {
      logGroup: accessLogs,
      filterPattern: FilterPattern.literal(`{ $.routeKey = "* /v1/*" && $.status = "${kinds[kind]}" }`),
      metricNamespace: brand.idPrefix,
      metricName: `${kind}Replies-${stage}`,
    }).metric({ statistic: "sum" });
  const [answered, refused, failed] = [counted("Answered"), counted("Refused"), counted("Failed")];

  const burn = (which: keyof typeof burns): Pick<Alarm, "metric" | "threshold"> => {
    const { minutes, least } = burns[which];
    const share = `IF(answered + failed < ${least}, 0, failed / (answered + failed))`;
    return { metric: calculated(share, { answered, failed }, minutes), threshold: tooFast(which) };
  };
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
      metric: calculated("IF(refused < 5, 0, IF(answered < 1, 1, 0))", { answered, refused }, 1),
      threshold: 1,
      evaluationPeriods: 3,
      id: "AllRefused",
      description:
        "For three minutes, the API has answered 4xx to every request with a key. Look in the access log for the status, and roll back if it began with a deployment.",
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
