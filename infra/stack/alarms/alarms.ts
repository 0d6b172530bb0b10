import { Duration, Stack } from "aws-cdk-lib";
import {
  ComparisonOperator,
  type MathExpression,
  type Metric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Key } from "aws-cdk-lib/aws-kms";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { Api } from "../api.ts";
import type { Mail } from "../mail.ts";
import type { OutboxRelay } from "../relay.ts";
import { stageSettingsOf } from "../settings/stage-settings.ts";
import type { TaxWalks } from "../tax-walks.ts";
import type { Timers } from "../timers.ts";
import type { Webhooks } from "../webhooks.ts";
import { type Signal, SignalsDashboard } from "./dashboard.ts";
import { emailAlarms } from "./email-alarms.ts";
import { lambdaAlarms } from "./lambda-alarms.ts";
import { counted, gatewayFaults, iteratorAge, missedRuns, together } from "./metrics.ts";
import { timerAlarms } from "./timer-alarms.ts";

type AlarmsProps = {
  api: Api;
  relay: OutboxRelay;
  machines: Timers;
  mail: Mail;
  taxes: TaxWalks;
  webhooks: Webhooks;
  stage: string;
  key: Key | undefined;
};

/**
 * Alarms on what an operator must act on. Each has a heading with its name in `infra/RUNBOOK.md`. The setting
 * `alarmEmail` subscribes an address.
 */
export class Alarms extends Construct {
  readonly topic: Topic;
  readonly #action: SnsAction;
  readonly #signals: Signal[] = [];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    const { api, relay, machines, mail, taxes, webhooks, stage, key } = props;
    super(scope, id);
    const topic = new Topic(this, "Topic", { enforceSSL: true, ...(key && { masterKey: key }) });
    this.topic = topic;
    // A resource policy replaces SNS's default one, so CloudWatch needs a statement in it to publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [topic.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
      }),
    );
    const { alarmEmail } = stageSettingsOf(this);
    if (alarmEmail) topic.addSubscription(new EmailSubscription(alarmEmail));
    this.#action = new SnsAction(topic);

    const minute = { period: Duration.minutes(1) };
    // One fault is enough: it is a caller who got an error, and a log line alone alerts no operator. An alarm
    // sends one message until it is OK again, so a bad hour is one message. Once single faults are common,
    // watch their share.
    this.#when(
      "ApiFaults",
      counted("ApiFaults", stage),
      1,
      "The API answered 5xx for an unexpected fault in its own code. Look for the log lines with message = fault.",
    );
    this.#when(
      "GatewayFaults",
      gatewayFaults(this, api, stage),
      1,
      "The gateway answered 5xx: a function crashed, timed out, was throttled, or could not be invoked. Look in the access log for integrationError.",
    );
    this.#when(
      "ToolFaults",
      counted("ToolFaults", stage),
      1,
      "An MCP tool answered an error that REST has as a 5xx, in a reply of status 200. Look for the log lines with message = tool and an error_code.",
    );
    this.#when(
      "Unavailable",
      counted("Unavailable", stage).with({ period: Duration.minutes(5) }),
      5,
      "Five requests or more in five minutes got the 503 that asks for a retry: the limiter was late, or writes kept conflicting. Look for the log lines with message = fault.",
    );
    this.#when(
      "RelayBehind",
      iteratorAge(relay),
      60_000,
      "The outbox relay is more than a minute behind the table's stream: timers, emails, webhooks and tax pages wait. Look at the log lines of relay-outbox and relay-events.",
    );
    this.#when(
      "DeadLetters",
      relay.deadLetters.metricApproximateNumberOfMessagesVisible(minute),
      1,
      "The outbox relay gave up on a record of the stream, or a timer could not be started. Read the queue RelayDeadLetters, fix the cause, then run `npm run ops -- relay redrive --since TIME`.",
    );
    this.#when(
      "UnsentMail",
      mail.deadLetters.metricApproximateNumberOfMessagesVisible(minute),
      1,
      "An email could not be sent for an hour. Look at the log lines of send-mail, fix the cause, then redrive the queue MailDeadLetters.",
    );
    if (mail.feedback) {
      this.#when(
        "UnheardFeedback",
        mail.feedback.deadLetters.metricApproximateNumberOfMessagesVisible(minute),
        1,
        "A bounce or a complaint could not be recorded, so its address still gets email. Look at the log lines of suppress-address, fix the cause, then redrive the queue MailFeedbackDeadLetters.",
      );
    }
    this.#when(
      "TaxWalkStopped",
      taxes.deadLetters.metricApproximateNumberOfMessagesVisible(minute),
      1,
      "A result page of a tax walk could not be processed, and the rest of its account waits for it. Look at the log lines of walk-tax-events, fix the cause, then redrive the queue TaxWalksDeadLetters.",
    );
    this.#when(
      "TaxWalkNotStarted",
      missedRuns(taxes.starter),
      1,
      "The day's tax walks did not start. Look whether shared/domain/tax has the year's figures, then at the log lines of start-tax-walks.",
    );
    this.#when(
      "Undelivered",
      together("SUM", webhooks.deadLetters, (letters) =>
        letters.metricApproximateNumberOfMessagesVisible(minute),
      ),
      1,
      "Webhook messages failed through our own fault, not a receiver's. Look at the log lines of fan-out-event and deliver-webhook, fix the cause, then run `npm run ops -- webhooks redrive`.",
    );
    this.#when(
      "DeliveriesLate",
      counted("DeliveriesLate", stage).with({ statistic: "min", period: Duration.minutes(5) }),
      1,
      "Deliveries are more than 30 minutes late through our fault, or the sweeper does not run. Look at the log lines of sweep-deliveries and deliver-webhook.",
      { treatMissingData: TreatMissingData.BREACHING },
    );
    this.#when(
      "DeliveriesWait",
      webhooks.first.metricApproximateAgeOfOldestMessage(minute),
      300,
      "New deliveries wait more than five minutes for their first attempt. Look at the concurrency, duration and log lines of deliver-webhook.",
    );
    // Messages of the later and the slow lane wait on purpose, so their age means nothing. The first lane has
    // DeliveriesWait.
    const waited = {
      mail: mail.queue,
      taxes: taxes.queue,
      events: webhooks.fanOut,
      signup_timers: relay.timers.queues.signups,
      payout_timers: relay.timers.queues.payouts,
      ...(mail.feedback && { feedback: mail.feedback.queue }),
    };
    this.#when(
      "QueueBehind",
      together("MAX", waited, (queue) => queue.metricApproximateAgeOfOldestMessage(minute)),
      15 * 60,
      `Messages wait more than 15 minutes in one of the queues for ${Object.keys(waited).join(", ")}. Look which one it is, then at the log lines of its function.`,
    );
    for (const alarm of emailAlarms(mail, stage))
      this.#when(alarm.id, alarm.metric, alarm.threshold, alarm.description);
    for (const { id, metric, description, evaluationPeriods } of timerAlarms(machines, stage))
      this.#when(id, metric, 1, description, { evaluationPeriods });
    for (const alarm of lambdaAlarms(stageSettingsOf(this).accountConcurrency))
      this.#when(alarm.id, alarm.metric, alarm.threshold, alarm.description, { evaluationPeriods: 3 });
    new SignalsDashboard(this, "Dashboard", { stage, signals: this.#signals });
  }

  #when(
    id: string,
    metric: Metric | MathExpression,
    threshold: number,
    description: string,
    // One bad minute is enough: a single failed timer or dead letter causes no second one.
    { evaluationPeriods = 1, treatMissingData = TreatMissingData.NOT_BREACHING } = {},
  ): void {
    const alarm = metric.createAlarm(this, id, {
      threshold,
      alarmDescription: `${description} Runbook: infra/RUNBOOK.md, ${id}.`,
      evaluationPeriods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData,
    });
    alarm.addAlarmAction(this.#action);
    this.#signals.push({ id, metric, alarm });
  }
}
