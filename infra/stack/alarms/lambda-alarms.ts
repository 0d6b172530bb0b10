import { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { USUAL_CONCURRENCY } from "../settings/shares.ts";
import type { Alarm } from "./alarm.ts";

export function lambdaAlarms(accountConcurrency = USUAL_CONCURRENCY): Alarm[] {
  const most = Math.ceil(accountConcurrency * 0.8);
  return [
    {
      id: "Throttled",
      metric: ofAccount("Throttles", "sum", 1),
      description:
        "Lambda has throttled functions of the account in three of five minutes. Requests get 503, and queues wait. Look at the metric Throttles by function.",
      evaluationPeriods: 5,
      datapointsToAlarm: 3,
    },
    {
      id: "ConcurrencyHigh",
      severity: "ticket",
      metric: ofAccount("ConcurrentExecutions", "max", 5),
      threshold: most,
      description: `${most} or more functions of the account have run at once for 15 minutes, 80 % of its quota. Look at the metric ConcurrentExecutions by function, then ask for a larger quota.`,
      evaluationPeriods: 3,
    },
  ];
}

const ofAccount = (metricName: string, statistic: string, minutes: number) =>
  new Metric({ namespace: "AWS/Lambda", metricName, statistic, period: Duration.minutes(minutes) });
