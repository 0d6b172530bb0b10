import { Duration } from "aws-cdk-lib";
import { type IMetric, MathExpression, SingleValueWidget } from "aws-cdk-lib/aws-cloudwatch";
import type { Api } from "../api.ts";
import type { BackgroundWork } from "../relay.ts";
import type { ReplyCounts } from "./objective-alarms.ts";
import { BUDGETS, GOOD_REPLIES, IN_TIME, SLOWEST_MS, waits } from "./objectives.ts";

type Objective = { title: string; good: number; bad: string; metrics: Record<string, IMetric> };

const FIVE_MINUTES = { period: Duration.minutes(5) };

/** What is left of the error budgets of 30 days. */
export const errorBudgets = (work: BackgroundWork, api: Api, counts: ReplyCounts): SingleValueWidget =>
  new SingleValueWidget({
    title: BUDGETS,
    width: 24,
    start: "-P30D",
    metrics: objectivesOf(work, api, counts).map(
      ({ title, good, bad, metrics }) =>
        new MathExpression({
          // A scalar alone is no result.
          expression: `100 * (1 - (${bad}) / ${Number((1 - good).toFixed(6))}) + 0 * ${Object.keys(metrics)[0]}`,
          label: `${Number((100 * good).toFixed(3))} %: ${title}`,
          usingMetrics: metrics,
          ...FIVE_MINUTES,
        }),
    ),
  });

function objectivesOf(
  { relay, mail, webhooks }: BackgroundWork,
  api: Api,
  { answered, failed }: ReplyCounts,
): Objective[] {
  const late = (id: string, metric: IMetric, most: number, title: string): Objective => ({
    title,
    good: IN_TIME,
    bad: `AVG(IF(${id} >= ${most}, 1, 0))`,
    metrics: { [id]: metric },
  });
  const { signups } = relay.timers.queues;
  return [
    {
      title: "the keyed API's replies are no 5xx",
      good: GOOD_REPLIES,
      bad: "SUM(FILL(failed, 0)) / (SUM(answered) + SUM(FILL(failed, 0)))",
      metrics: { answered, failed },
    },
    late(
      "latency",
      api.http.metricLatency({ statistic: "p90", ...FIVE_MINUTES }),
      SLOWEST_MS,
      `of the time, nine of ten replies come within ${SLOWEST_MS} ms`,
    ),
    late(
      "delivery",
      webhooks.first.metricApproximateAgeOfOldestMessage(FIVE_MINUTES),
      waits.delivery,
      `of the time, an event's first attempt is made within ${waits.delivery} seconds`,
    ),
    late(
      "timer",
      signups.metricApproximateAgeOfOldestMessage(FIVE_MINUTES),
      waits.timer,
      `of the time, a timer starts within ${waits.timer} seconds`,
    ),
    late(
      "email",
      mail.queue.metricApproximateAgeOfOldestMessage(FIVE_MINUTES),
      waits.email,
      `of the time, an email leaves within ${waits.email} seconds`,
    ),
  ];
}
