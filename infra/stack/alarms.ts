import { Annotations, CfnOutput, Duration, Stack } from "aws-cdk-lib";
import {
  ComparisonOperator,
  type MathExpression,
  type Metric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { Api } from "./api.ts";
import type { Mail } from "./mail.ts";
import { counted, gatewayFaults, iteratorAge, together } from "./metrics.ts";
import type { OutboxRelay } from "./relay.ts";
import type { TaxWalks } from "./tax-walks.ts";
import type { Timers } from "./timers.ts";
import type { Webhooks } from "./webhooks.ts";

type AlarmsProps = {
  api: Api;
  relay: OutboxRelay;
  machines: Timers;
  mail: Mail;
  taxes: TaxWalks;
  webhooks: Webhooks;
  stage: string;
};

/** What someone should be told about. The setting `alarmEmail` subscribes an address. */
export class Alarms extends Construct {
  readonly #action: SnsAction;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    const { api, relay, machines, mail, taxes, webhooks, stage } = props;
    super(scope, id);
    const topic = new Topic(this, "Topic", { enforceSSL: true });
    // A policy of its own replaces SNS's default one, and CloudWatch needs leave to publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [topic.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
      }),
    );
    const email: unknown = this.node.tryGetContext("alarmEmail");
    if (typeof email === "string" && email.includes("@")) topic.addSubscription(new EmailSubscription(email));
    else if (stage === "prod") {
      const message =
        "Nobody will hear of alarms: set alarmEmail, in cdk.json or by -c alarmEmail=ops@example.com";
      Annotations.of(this).addWarningV2("alarmEmail", message);
    }
    this.#action = new SnsAction(topic);

    const minute = { period: Duration.minutes(1) };
    // From the first one: a lone fault is a person who was turned away, and no log line wakes anybody. An alarm that
    // stays on says so once, so a bad hour is one message; when traffic makes single ones common, watch their share.
    this.#when(
      "ApiFaults",
      counted("ApiFaults", stage),
      1,
      "Replies of 5xx that our code did not mean to give",
    );
    this.#when(
      "GatewayFaults",
      gatewayFaults(api, stage),
      1,
      "Functions died or were not reached: 5xx of the gateway",
    );
    this.#when(
      "ToolFaults",
      counted("ToolFaults", stage),
      1,
      "Tools that failed by our fault: their replies are 200",
    );
    this.#when("RelayBehind", iteratorAge(relay), 60_000, "Outbox entries wait over a minute");
    this.#when(
      "DeadLetters",
      relay.deadLetters.metricApproximateNumberOfMessagesVisible(minute),
      1,
      "Something could not be processed: read the queue, mend, send again",
    );
    this.#when(
      "UnsentMail",
      mail.deadLetters.metricApproximateNumberOfMessagesVisible(minute),
      1,
      "Mail could not be sent for an hour: mend, then redrive the queue",
    );
    if (mail.feedback) {
      this.#when(
        "UnheardFeedback",
        mail.feedback.deadLetters.metricApproximateNumberOfMessagesVisible(minute),
        1,
        "A bounce or a complaint could not be noted, and its address still gets mail: mend, then redrive the queue",
      );
    }
    this.#when(
      "TaxWalkStopped",
      taxes.deadLetters.metricApproximateNumberOfMessagesVisible(minute),
      1,
      "A page of drivers could not be told of their taxes: mend, then redrive the queue, and the walk goes on",
    );
    this.#when(
      "TaxWalkNotStarted",
      taxes.starter.metricErrors({ statistic: "sum", ...minute }),
      1,
      "The day's tax events were not started: are the year's figures entered?",
    );
    this.#when(
      "Undelivered",
      together("SUM", webhooks.deadLetters, (letters) =>
        letters.metricApproximateNumberOfMessagesVisible(minute),
      ),
      1,
      "We failed over webhooks, their receivers did not: mend, then `npm run ops -- webhooks redrive`",
    );
    this.#when(
      "DeliveriesLate",
      counted("DeliveriesLate", stage).with({ statistic: "min", period: Duration.minutes(5) }),
      1,
      "Deliveries were due half an hour ago: the signer is behind, or fails over them. Or nobody looks: is the sweeper run?",
      TreatMissingData.BREACHING,
    );
    this.#when(
      "DeliveriesWait",
      webhooks.first.metricApproximateAgeOfOldestMessage(minute),
      300,
      "New deliveries wait for five minutes: look for what the signer does meanwhile",
    );
    // Where messages wait on purpose, in the later and the slow lane, age says nothing; the first lane has an alarm of its own.
    const waited = {
      mail: mail.queue,
      taxes: taxes.queue,
      events: webhooks.fanOut,
      ...(mail.feedback && { feedback: mail.feedback.queue }),
    };
    this.#when(
      "QueueBehind",
      together("MAX", waited, (queue) => queue.metricApproximateAgeOfOldestMessage(minute)),
      15 * 60,
      `A queue is not getting on, of ${Object.keys(waited).join(", ")}: see which, and what its function logs`,
    );
    this.#when(
      "TimerFailed",
      together("SUM", Object.fromEntries(machines.machines), (machine) => machine.metricFailed(minute)),
      1,
      `A timer gave up: see what failed in the state machines of ${[...machines.machines.keys()].join(", ")}`,
    );
    new CfnOutput(Stack.of(this), "AlarmTopic", {
      value: topic.topicArn,
      description: "Where alarms are announced",
    });
  }

  #when(
    id: string,
    metric: Metric | MathExpression,
    threshold: number,
    alarmDescription: string,
    treatMissingData = TreatMissingData.NOT_BREACHING,
  ): void {
    const alarm = metric.createAlarm(this, id, {
      threshold,
      alarmDescription,
      // One bad minute is enough: a single failed timer or dead letter has no second one.
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData,
    });
    alarm.addAlarmAction(this.#action);
  }
}
