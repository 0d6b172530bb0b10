import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { timers } from "../../../shared/contract/service.ts";
import { idOf, idsOfType, nameOf, ofType, propertiesOf, stage } from "./template.ts";

const alarms = ofType("AWS::CloudWatch::Alarm");

const breaching = /^(Relay|Signer|Queues|Schedules)Silent$|^(Deliveries|Payouts)Late$|^LedgerUnaudited$/;
const bySeverity = {
  page: "AlarmsTopic",
  ticket: "AlarmsTicketTopic",
  information: "AlarmsInformationTopic",
};

test.each(idsOfType("AWS::CloudWatch::Alarm").map(nameOf))("%s notifies the topic of its severity", (id) => {
  const alarm = propertiesOf(id);
  const [, severity] = /Severity: (\w+)\./.exec(alarm.AlarmDescription) ?? [];
  const topic = [{ Ref: idOf(bySeverity[severity as keyof typeof bySeverity]) }];
  expect(alarm.AlarmActions).toEqual(topic);
  // Information has no end that a person waits for.
  expect(alarm.OKActions).toEqual(severity === "information" ? undefined : topic);
  const isSilence = breaching.test(id.replace(/^Alarms/, ""));
  expect(alarm.TreatMissingData).toBe(isSilence ? "breaching" : "notBreaching");
});

test("only this account's CloudWatch may publish to the topic", () => {
  const publishers = ofType("AWS::SNS::TopicPolicy")
    .filter(({ Topics }) => Topics.some(({ Ref }: Json) => Ref === idOf("AlarmsTopic")))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Effect, Action }) => Effect === "Allow" && Action === "sns:Publish");
  expect(publishers).toEqual([
    expect.objectContaining({
      Principal: { Service: "cloudwatch.amazonaws.com" },
      Resource: { Ref: idOf("AlarmsTopic") },
      Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
    }),
  ]);
});

test("one unexpected fault of a function, of a tool or of the gateway is enough for an alarm", () => {
  for (const MetricName of ["ApiFaults", "ToolFaults", `GatewayFaults-${stage}`]) {
    expect(alarms).toContainEqual(
      expect.objectContaining({ Namespace: "svc", MetricName, Threshold: 1, Period: 60, Statistic: "Sum" }),
    );
  }
});

test("faults of functions and tools, and expected 503s, are counted for each stage alone", () => {
  for (const name of ["ApiFaults", "ToolFaults", "Unavailable"]) {
    expect(propertiesOf(`Alarms${name}`).Dimensions).toEqual([
      { Name: "service", Value: "svc" },
      { Name: "stage", Value: stage },
    ]);
  }
});

test("five expected 503s in five minutes are an alarm", () => {
  expect(propertiesOf("AlarmsUnavailable")).toMatchObject({
    MetricName: "Unavailable",
    Threshold: 5,
    Period: 300,
    Statistic: "Sum",
  });
});

test("no alarm counts every 5xx of the gateway, which include expected ones", () => {
  expect(alarms.filter(({ MetricName }) => MetricName === "5xx")).toEqual([]);
});

test("a 5xx that the gateway itself answers is counted from the access log", () => {
  const filter = propertiesOf("AlarmsFaultsOfGateway");
  const [gateway] = ofType("AWS::ApiGatewayV2::Stage");
  const { status, integrationError } = JSON.parse(gateway.AccessLogSettings.Format);
  expect([status, integrationError]).toEqual(["$context.status", "$context.integrationErrorMessage"]);
  expect(filter.FilterPattern).toBe('{ $.status = "5*" && $.integrationError != "-" }');
  const written = gateway.AccessLogSettings.DestinationArn["Fn::GetAtt"][0];
  expect(filter.LogGroupName).toEqual({ Ref: written });
  const [{ MetricNamespace, MetricName, MetricValue }] = filter.MetricTransformations;
  expect([MetricNamespace, MetricName, MetricValue]).toEqual(["svc", `GatewayFaults-${stage}`, "1"]);
});

test("TimerFailed sums the failed executions of every state machine, and names them", () => {
  const { Metrics, Threshold, AlarmDescription } = propertiesOf("AlarmsTimerFailed");
  const [sum, ...metrics] = Metrics;
  expect(sum.Expression).toBe(`SUM([${metrics.map(({ Id }: Json) => Id).join(", ")}])`);
  const watched = metrics.map(({ MetricStat: { Metric, Period, Stat } }: Json) => {
    expect([Metric.MetricName, Period, Stat]).toEqual(["ExecutionsFailed", 60, "Sum"]);
    return Metric.Dimensions[0].Value.Ref;
  });
  expect(watched.sort()).toEqual(idsOfType("AWS::StepFunctions::StateMachine").sort());
  for (const { name } of timers) expect(AlarmDescription).toContain(name);
  expect(Threshold).toBe(1);
});

test("TimerErrors fires when any timer's function has failed in three of five minutes", () => {
  const { Metrics, EvaluationPeriods, DatapointsToAlarm, Threshold } = propertiesOf("AlarmsTimerErrors");
  const [sum, ...metrics] = Metrics;
  expect([sum.Expression, DatapointsToAlarm, EvaluationPeriods, Threshold]).toEqual([
    `SUM([${metrics.map(({ Id }: Json) => Id).join(", ")}])`,
    ...[3, 5, 1],
  ]);
  const watched = metrics.map(({ MetricStat: { Metric, Period, Stat } }: Json) => {
    expect([Metric.MetricName, Period, Stat]).toEqual(["Errors", 60, "Sum"]);
    return Metric.Dimensions[0].Value.Ref;
  });
  const called = ofType("AWS::StepFunctions::StateMachine").flatMap(({ DefinitionString }) =>
    DefinitionString["Fn::Join"][1].flatMap((part: Json) => part["Fn::GetAtt"]?.[0] ?? []),
  );
  expect(watched.sort()).toEqual([...new Set(called)].sort());
});

test("Undelivered sums the dead letters of webhooks, and names the command that redrives them", () => {
  const { Metrics, Threshold, AlarmDescription } = propertiesOf("AlarmsUndelivered");
  const [sum, ...metrics] = Metrics;
  expect(sum.Expression).toBe("SUM([events, first, waiting])");
  for (const { MetricStat } of metrics) {
    expect(MetricStat.Metric.MetricName).toBe("ApproximateNumberOfMessagesVisible");
    expect(MetricStat.Period).toBe(60);
  }
  expect(AlarmDescription).toContain("npm run ops -- webhooks redrive");
  expect(Threshold).toBe(1);
});

test("QueueBehind watches the oldest message of every queue that a function reads at once", () => {
  const { Metrics, Threshold } = propertiesOf("AlarmsQueueBehind");
  const [oldest, ...metrics] = Metrics;
  expect(oldest.Expression).toBe(
    "MAX([mail, taxes, batches, events, signup_timers, payout_timers, feedback])",
  );
  const watched = metrics.map(({ MetricStat: { Metric, Period, Stat } }: Json) => {
    expect([Metric.MetricName, Period, Stat]).toEqual(["ApproximateAgeOfOldestMessage", 60, "Maximum"]);
    return Metric.Dimensions[0].Value["Fn::GetAtt"][0];
  });
  expect(Threshold).toBe(15 * 60);
  // The first lane has the alarm DeliveriesWait. In the others, messages wait on purpose.
  const others = ["WebhooksFirst", "WebhooksLater", "WebhooksSlow", "DuePayoutsQueue"].map(idOf);
  const worked = ofType("AWS::Lambda::EventSourceMapping")
    .map(({ EventSourceArn }) => EventSourceArn["Fn::GetAtt"])
    .filter(([id, name]) => name === "Arn" && !others.includes(id))
    .map(([id]) => id);
  expect(watched.sort()).toEqual(worked.sort());
});

test("alarms watch the emails and 429s of this stage, and the reputation of the SES account", () => {
  const watched = (name: string) => {
    const {
      Namespace,
      MetricName,
      Dimensions = [],
      Period,
      Statistic,
      Threshold,
    } = propertiesOf(`Alarms${name}`);
    const dimensions = Dimensions.map(({ Name, Value }: Json) => `${Name}=${Value}`).join();
    return [Namespace, MetricName, dimensions, Period, Statistic, Threshold];
  };
  const ofStage = `service=svc,stage=${stage}`;
  expect(watched("ManyEmails")).toEqual(["svc", "EmailsSent", ofStage, 3_600, "Sum", 80_000]);
  expect(watched("EmailsWait")).toEqual(["svc", "EmailsWaiting", ofStage, 60, "Sum", 1]);
  expect(watched("EmailsAreRefused")).toEqual(["svc", "EmailsRefused", ofStage, 3_600, "Sum", 20]);
  expect(watched("ManyRequestsLimited")).toEqual(["svc", "RateLimited", ofStage, 300, "Sum", 1_000]);
  // SES reviews an account at 5 % of bounces or 0.1 % of complaints.
  expect(watched("EmailsBounce")).toEqual(["AWS/SES", "Reputation.BounceRate", "", 3_600, "Maximum", 0.04]);
  expect(watched("EmailComplaints")).toEqual([
    "AWS/SES",
    "Reputation.ComplaintRate",
    "",
    3_600,
    "Maximum",
    0.0008,
  ]);
});

test("Throttled and ConcurrencyHigh watch the whole account, whose quota all functions share", () => {
  const [throttled, high] = [propertiesOf("AlarmsThrottled"), propertiesOf("AlarmsConcurrencyHigh")];
  expect(throttled).toMatchObject({ Namespace: "AWS/Lambda", MetricName: "Throttles", Threshold: 1 });
  expect(high).toMatchObject({ Namespace: "AWS/Lambda", MetricName: "ConcurrentExecutions", Threshold: 800 });
  expect([throttled.Dimensions, high.Dimensions]).toEqual([undefined, undefined]);
});

test("the dashboard shows the state of every alarm, and a graph of each with its threshold", () => {
  const body = JSON.stringify(propertiesOf("AlarmsDashboardSignals").DashboardBody);
  for (const id of idsOfType("AWS::CloudWatch::Alarm")) expect(body).toContain(id);
  expect(body.split("annotations").length - 1).toBe(alarms.length);
});
