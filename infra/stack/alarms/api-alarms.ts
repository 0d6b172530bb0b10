import { Duration } from "aws-cdk-lib";
import { ComparisonOperator, MathExpression, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Api } from "../api.ts";
import { stageSettingsOf } from "../settings/stage-settings.ts";
import type { Alarm } from "./alarm.ts";
import { counted, gatewayFaults } from "./metrics.ts";

/**
 * One fault is enough: it is a caller who got an error. An alarm sends one message until it is OK again, so a
 * bad hour is one message. Once single faults are common, watch their share.
 */
export const apiAlarms = (scope: Construct, api: Api, stage: string): Alarm[] => [
  {
    id: "ApiFaults",
    metric: counted("ApiFaults", stage),
    description:
      "The API answered 5xx for an unexpected fault in its own code. Look for the log lines with message = fault.",
  },
  {
    id: "GatewayFaults",
    metric: gatewayFaults(scope, api, stage),
    description:
      "The gateway answered 5xx: a function crashed, timed out, was throttled, or could not be invoked. Look in the access log for integrationError.",
  },
  {
    id: "ToolFaults",
    metric: counted("ToolFaults", stage),
    description:
      "An MCP tool answered an error that REST has as a 5xx, in a reply of status 200. Look for the log lines with message = tool and an error_code.",
  },
  {
    id: "Unavailable",
    metric: counted("Unavailable", stage).with({ period: Duration.minutes(5) }),
    threshold: 5,
    description:
      "Five requests or more in five minutes got the 503 that asks for a retry: the limiter was late, or writes kept conflicting. Look for the log lines with message = fault.",
  },
  ...(stageSettingsOf(scope).canary ? [canaryAlarm(stage)] : []),
];

/** No other alarm notices that no caller reaches the API: then nothing is counted. */
const canaryAlarm = (stage: string): Alarm => ({
  id: "CanaryFails",
  metric: counted("CanaryPassed", stage).with({ statistic: "min", period: Duration.minutes(5) }),
  comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
  treatMissingData: TreatMissingData.BREACHING,
  description:
    "A check that calls the API from outside failed twice, or does not run. Look for the log lines with message = canary.",
});
const aMinute = { period: Duration.minutes(1), statistic: "sum" };

export const logsSilent = ({ http, accessLogs }: Api, logs: LogGroup): Alarm => ({
  id: "LogsSilent",
  metric: new MathExpression({
    expression: "IF(requests < 5, 0, IF(access * functions < 1, 1, 0))",
    usingMetrics: {
      requests: http.metricCount(aMinute),
      access: linesOf(accessLogs),
      functions: linesOf(logs),
    },
    period: aMinute.period,
  }),
  evaluationPeriods: 3,
  description:
    "For three minutes, requests have left no line in the access log, or in the log of the functions. So the other alarms see no fault.",
});

const linesOf = ({ logGroupName }: LogGroup) =>
  new Metric({
    namespace: "AWS/Logs",
    metricName: "IncomingLogEvents",
    dimensionsMap: { LogGroupName: logGroupName },
    ...aMinute,
  });

/** ACM writes the days twice a day, so a period has a day. It renews by itself 60 days before the end. */
export function certificateEnds(scope: Construct): Alarm[] {
  const { certificateArn } = stageSettingsOf(scope);
  if (!certificateArn) return [];
  return [
    {
      id: "CertificateEnds",
      severity: "ticket",
      metric: new Metric({
        namespace: "AWS/CertificateManager",
        metricName: "DaysToExpiry",
        dimensionsMap: { CertificateArn: certificateArn },
        statistic: "min",
        period: Duration.days(1),
      }),
      threshold: 30,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      description:
        "The domain's certificate ends within 30 days, and ACM has not renewed it. Look at its renewal status in ACM.",
    },
  ];
}
