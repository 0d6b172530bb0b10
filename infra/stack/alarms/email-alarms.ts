import { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Mail } from "../mail.ts";
import type { Alarm } from "./alarm.ts";
import { counted } from "./metrics.ts";

/** Alarms on abuse: how much email leaves, bounces or is reported as spam, and how often callers get 429. */
export function emailAlarms({ isOn, perHour }: Mail, stage: string): Alarm[] {
  const inAnHour = { period: Duration.hours(1) };
  const most = Math.ceil(perHour * 0.8);
  const limitAlarm: Alarm = {
    id: "ManyRequestsLimited",
    severity: "information",
    metric: counted("RateLimited", stage).with({ period: Duration.minutes(5) }),
    threshold: 1_000,
    description:
      "Open routes answered 429 a thousand times in five minutes. Look at the metric RateLimited by operation and range.",
  };
  if (!isOn) return [limitAlarm];
  return [
    limitAlarm,
    {
      id: "ManyEmails",
      severity: "information",
      metric: counted("EmailsSent", stage).with(inAnHour),
      threshold: most,
      description: `${most} emails or more left in an hour, 80 % of those that strangers can cause. Look whether the signups are real.`,
    },
    {
      id: "EmailsWait",
      severity: "ticket",
      metric: counted("EmailsWaiting", stage),
      description: `Emails wait for their turn, because networks ask for more than their share of ${perHour} an hour. The busiest ones: npm run ops -- list networks --stage ${stage}. Block them with networks block, or raise confirmationsPerHour if they are real.`,
    },
    {
      id: "EmailsAreRefused",
      severity: "information",
      metric: counted("EmailsRefused", stage).with(inAnHour),
      threshold: 20,
      description:
        "SES refused the addresses of 20 emails or more in an hour, which are dropped. Look whether the signups are real.",
    },
    {
      id: "EmailsBounce",
      severity: "ticket",
      metric: reputation("BounceRate"),
      threshold: 0.04,
      description:
        "4 % of the account's emails bounce. SES reviews an account at 5 %, and pauses it at 10 %. Look whether the signups are real.",
    },
    {
      id: "EmailComplaints",
      severity: "ticket",
      metric: reputation("ComplaintRate"),
      threshold: 0.0008,
      description:
        "0.08 % of the account's emails are reported as spam. SES reviews an account at 0.1 %, and pauses it at 0.5 %. Look whether the signups are real.",
    },
  ];
}

/** SES judges the account as a whole, so these metrics have no dimension. */
const reputation = (rate: "BounceRate" | "ComplaintRate") =>
  new Metric({
    namespace: "AWS/SES",
    metricName: `Reputation.${rate}`,
    statistic: "max",
    period: Duration.hours(1),
  });
