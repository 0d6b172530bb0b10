import { Duration } from "aws-cdk-lib";
import { TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { waits } from "../objectives/objectives.ts";
import type { Webhooks } from "../webhooks.ts";
import type { Alarm } from "./alarm.ts";
import { counted, together } from "./metrics.ts";

export const webhookAlarms = ({ deadLetters, first }: Webhooks, stage: string): Alarm[] => [
  {
    id: "Undelivered",
    metric: together("SUM", deadLetters, (letters) =>
      letters.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) }),
    ),
    description:
      "Webhook messages failed through our own fault, not a receiver's. Look at the log lines of fan-out-event and deliver-webhook, fix the cause, then run `npm run ops -- queues redrive webhooks`.",
  },
  {
    id: "DeliveriesLate",
    metric: counted("DeliveriesLate", stage).with({ statistic: "min", period: Duration.minutes(5) }),
    description:
      "Deliveries are more than 30 minutes late through our fault, or the sweeper does not run. Look at the log lines of sweep-deliveries and deliver-webhook.",
    treatMissingData: TreatMissingData.BREACHING,
  },
  {
    id: "DeliveriesWait",
    metric: first.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(1) }),
    threshold: waits.delivery,
    // SQS leaves out messages in flight and those that failed three times, so one minute comes and goes.
    evaluationPeriods: 5,
    datapointsToAlarm: 3,
    description:
      "New deliveries have waited more than two minutes for their first attempt, in three of five minutes. Look at the concurrency, duration and log lines of deliver-webhook. The fault Unsealable: a rotation left out the old secret.",
  },
];
