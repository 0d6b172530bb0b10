import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { deadLettersOf, idOf, idsOfType, nameOf, ofType, propertiesOf, stage } from "./template.ts";

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

/** Of an alarm that combines metrics: how, the metric of every part, and the resource of each. */
function combinedBy(name: string) {
  const [whole, ...parts] = propertiesOf(`Alarms${name}`).Metrics;
  const metrics = parts.map(({ MetricStat: { Metric, Period, Stat } }: Json) =>
    [Metric.MetricName, Period, Stat].join(" "),
  );
  const resources: string[] = parts.map(
    ({ MetricStat: { Metric } }: Json) =>
      Metric.Dimensions[0].Value.Ref ?? Metric.Dimensions[0].Value["Fn::GetAtt"][0],
  );
  expect(whole.Expression).toMatch(/^(SUM|MAX)\(\[/);
  expect(whole.Expression.slice(5, -2).split(", ")).toEqual(parts.map(({ Id }: Json) => Id));
  return [whole.Expression.slice(0, 3), ...new Set(metrics), resources.sort()];
}
const machines = ofType("AWS::StepFunctions::StateMachine");

test("the alarms of timers watch each state machine, and the function that each calls", () => {
  expect(combinedBy("TimerFailed")).toEqual([
    ...["SUM", "ExecutionsFailed 60 Sum"],
    idsOfType("AWS::StepFunctions::StateMachine").sort(),
  ]);
  const called = machines.flatMap(({ DefinitionString }) =>
    DefinitionString["Fn::Join"][1].flatMap((part: Json) => part["Fn::GetAtt"]?.[0] ?? []),
  );
  expect(combinedBy("TimerErrors")).toEqual(["SUM", "Errors 60 Sum", [...new Set(called)].sort()]);
});

test("QueueBehind watches the oldest message of every queue that a function reads at once", () => {
  // The first lane has the alarm DeliveriesWait. In the others, messages wait on purpose.
  const others = ["WebhooksFirst", "WebhooksLater", "WebhooksSlow", "DuePayoutsQueue"].map(idOf);
  const worked = ofType("AWS::Lambda::EventSourceMapping")
    .map(({ EventSourceArn }) => EventSourceArn["Fn::GetAtt"])
    .filter(([id, name]) => name === "Arn" && !others.includes(id))
    .map(([id]) => id);
  expect(combinedBy("QueueBehind")).toEqual([
    ...["MAX", "ApproximateAgeOfOldestMessage 60 Maximum"],
    worked.sort(),
  ]);
});

test.each([
  ["MailQueue", "UnsentMail"],
  ["MailFeedbackQueue", "UnheardFeedback"],
  ["TaxWalksQueue", "TaxWalkStopped"],
  ["PayoutBatchesQueue", "BatchStopped"],
  ["RelayTimersSignups", "DeadLetters"],
  ["RelayTimersPayouts", "DeadLetters"],
  ...["FanOut", "First", "Later", "Slow"].map((lane) => [`Webhooks${lane}`, "Undelivered"]),
])("what %s gives up is watched by the alarm %s", (queue, alarm) => {
  const watched = JSON.stringify(propertiesOf(`Alarms${alarm}`));
  expect(watched).toContain(deadLettersOf(propertiesOf(queue)));
  expect(watched).toContain("ApproximateNumberOfMessagesVisible");
});

test.each([
  ...[
    ["ApiFaults"],
    ["ToolFaults"],
    ["EmailsWaiting", "EmailsWait"],
    [`GatewayFaults-${stage}`, "GatewayFaults"],
  ].map(([metric = "", alarm = metric]) => [alarm, "svc", metric, 60, 1]),
  ["Unavailable", "svc", "Unavailable", 300, 5],
  ["ManyEmails", "svc", "EmailsSent", 3_600, 80_000],
  ["EmailsAreRefused", "svc", "EmailsRefused", 3_600, 20],
  ["ManyRequestsLimited", "svc", "RateLimited", 300, 1_000],
  // SES reviews an account at 5 % of bounces or 0.1 % of complaints.
  ["EmailsBounce", "AWS/SES", "Reputation.BounceRate", 3_600, 0.04],
  ["EmailComplaints", "AWS/SES", "Reputation.ComplaintRate", 3_600, 0.0008],
  // All functions of the account share its quota.
  ["Throttled", "AWS/Lambda", "Throttles", 60, 1],
  ["ConcurrencyHigh", "AWS/Lambda", "ConcurrentExecutions", 300, 800],
])("%s watches %s %s, of this stage alone if we count it, in so many seconds", (alarm, ...watched) => {
  const { Namespace, MetricName, Period, Threshold, Dimensions = [] } = propertiesOf(`Alarms${alarm}`);
  expect([Namespace, MetricName, Period, Threshold]).toEqual(watched);
  const ours = Namespace === "svc" && !MetricName.endsWith(stage);
  expect(Dimensions.map(({ Name, Value }: Json) => `${Name}=${Value}`)).toEqual(
    ours ? ["service=svc", `stage=${stage}`] : [],
  );
});

test("the dashboard shows the state of every alarm, and a graph of each with its threshold", () => {
  const body = JSON.stringify(propertiesOf("AlarmsDashboardSignals").DashboardBody);
  for (const id of idsOfType("AWS::CloudWatch::Alarm")) expect(body).toContain(id);
  expect(body.split("annotations").length - 1).toBe(alarms.length);
});
