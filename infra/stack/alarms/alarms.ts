import { Stack } from "aws-cdk-lib";
import {
  AlarmRule,
  AlarmState,
  type CfnAlarm,
  ComparisonOperator,
  CompositeAlarm,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import { brand } from "../../../shared/domain/brand/brand.ts";
import type { Api } from "../api.ts";
import { stageKeyOf } from "../customer-key.ts";
import { errorBudgets } from "../objectives/error-budgets.ts";
import { countReplies, objectiveAlarms } from "../objectives/objective-alarms.ts";
import type { BackgroundWork } from "../relay.ts";
import { stageSettingsOf } from "../settings/stage-settings.ts";
import { type Alarm, type Severity, severities } from "./alarm.ts";
import { apiAlarms, certificateEnds, logsSilent } from "./api-alarms.ts";
import { type Signal, SignalsDashboard } from "./dashboard.ts";
import { emailAlarms } from "./email-alarms.ts";
import { heartbeatAlarms } from "./heartbeat-alarms.ts";
import { lambdaAlarms } from "./lambda-alarms.ts";
import { railAlarms } from "./rail-alarms.ts";
import { queueAlarms } from "./queue-alarms.ts";
import { timerAlarms } from "./timer-alarms.ts";
import { webhookAlarms } from "./webhook-alarms.ts";

type AlarmsProps = BackgroundWork & { api: Api; logs: LogGroup; stage: string };

const OF_A_RELEASE = [
  "ApiFaults",
  "GatewayFaults",
  "ErrorsBurnFast",
  "ErrorsBurnSlow",
  "AllRefused",
  "RepliesSlow",
  "RelayBehind",
  "RelaySilent",
  "TimerErrors",
  "QueueFails",
  "MailFails",
  "TimerStarts",
];

/** Each has an entry with its name in the runbook. `alarmEmail` subscribes to all severities. */
export class Alarms extends Construct {
  readonly topic: Topic;
  readonly #topics: ReadonlyMap<Severity, Topic>;
  readonly #signals: Signal[] = [];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    const { api, machines, mail, webhooks, logs, stage } = props;
    super(scope, id);
    this.#topics = new Map(severities.map((severity) => [severity, this.#topicOf(severity)]));
    this.topic = this.#topics.get("page") as Topic;

    const counts = countReplies(this, api, stage);
    const alarms = [
      ...apiAlarms(this, api, stage),
      ...objectiveAlarms(counts, api),
      logsSilent(api, logs),
      ...certificateEnds(this),
      ...queueAlarms(props, stage),
      ...webhookAlarms(webhooks, stage),
      ...emailAlarms(mail, stage),
      ...timerAlarms(machines),
      ...(stageSettingsOf(this).rail ? railAlarms(stage) : []),
      ...heartbeatAlarms(scope.node.scope as Construct, api, [mail.everyMinute, webhooks.everyMinute]),
      ...lambdaAlarms(stageSettingsOf(this).accountConcurrency),
    ];
    for (const alarm of alarms) this.#add(alarm);
    this.#addTrigger(stage);
    new SignalsDashboard(this, "Dashboard", {
      stage,
      signals: this.#signals,
      budgets: errorBudgets(props, api, counts),
    });
  }

  /** CloudFormation watches five alarms at most, so it watches one that rings when any of these does. */
  #addTrigger(stage: string): void {
    const watched = this.#signals.filter(({ id }) => OF_A_RELEASE.includes(id));
    new CompositeAlarm(this, "BadRelease", {
      compositeAlarmName: `${brand.serviceSlug}-${stage}-BadRelease`,
      alarmRule: AlarmRule.anyOf(...watched.map(({ alarm }) => AlarmRule.fromAlarm(alarm, AlarmState.ALARM))),
      alarmDescription: `A bad deployment: one of ${OF_A_RELEASE.join(", ")} fires. \`npm run ops -- rollback arm\` lets CloudFormation roll back for it. Runbook: infra/operations/RUNBOOK.md, BadRelease.`,
    });
  }

  #topicOf(severity: Severity): Topic {
    const id = severity === "page" ? "Topic" : `${severity === "ticket" ? "Ticket" : "Information"}Topic`;
    const key = stageKeyOf(this);
    const topic = new Topic(this, id, { enforceSSL: true, ...(key && { masterKey: key }) });
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
    return topic;
  }

  #add({ id, metric, description, severity = "page", ...periods }: Alarm): void {
    const { threshold = 1, evaluationPeriods = 1, datapointsToAlarm } = periods;
    const { treatMissingData = TreatMissingData.NOT_BREACHING } = periods;
    const { comparisonOperator = ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD } = periods;
    const alarm = metric.createAlarm(this, id, {
      threshold,
      alarmDescription: `${description} Severity: ${severity}. Runbook: infra/operations/RUNBOOK.md, ${id}.`,
      evaluationPeriods,
      comparisonOperator,
      treatMissingData,
      ...(datapointsToAlarm && { datapointsToAlarm }),
    });
    const resource = alarm.node.defaultChild as CfnAlarm;
    if (treatMissingData === TreatMissingData.BREACHING)
      resource.warmUpConfiguration = warmUpOf(evaluationPeriods, metric.period.toMinutes());
    if (periods.warmUpMinutes)
      resource.warmUpConfiguration = {
        warmUpPeriodDurationInMinutes: periods.warmUpMinutes,
        onlyStartEvaluatingAfterWarmUpPeriodEnds: true,
      };
    const action = new SnsAction(this.#topics.get(severity) as Topic);
    alarm.addAlarmAction(action);
    // Information has no end that a person waits for.
    if (severity !== "information") alarm.addOkAction(action);
    this.#signals.push({ id, metric, alarm });
  }
}

/** AWS does not say how many periods it fetches: more than count, and four more at most. */
const MORE_PERIODS = 4;

/** A new stage has no data at first, so missing data means nothing for an hour and the alarm's range. */
const warmUpOf = (periods: number, minutes: number) => ({
  warmUpPeriodDurationInMinutes: Math.max(60, (periods + MORE_PERIODS) * minutes),
});
