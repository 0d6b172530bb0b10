import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { AlarmEngine } from "../../alarms/alarms.ts";
import type { StateMail } from "../../alarms/message.ts";
import { MINUTE_MS, WatchedMetrics } from "../../platform/metrics.ts";
import { newFolder } from "../support/cloud-process.ts";
import { templateOf } from "../support/template-of.ts";

const faults = { Namespace: "svc", MetricName: "Faults", Statistic: "Sum", Period: 60 };
const once = { EvaluationPeriods: 1, Threshold: 1, ComparisonOperator: "GreaterThanOrEqualToThreshold" };
const quiet = { TreatMissingData: "notBreaching" };
const alarm = (Properties: object) => ({ Type: "AWS::CloudWatch::Alarm", Properties });
const arnOf = (id: string) => ({ "Fn::GetAtt": [id, "Arn"] });
const both = { "Fn::Join": ["", ['(ALARM("', arnOf("Faults"), '") AND ALARM("', arnOf("Beat"), '"))']] };

const resources = {
  Pager: { Type: "AWS::SNS::Topic" },
  ToOperators: {
    Type: "AWS::SNS::Subscription",
    Properties: { Protocol: "email", TopicArn: { Ref: "Pager" }, Endpoint: "ops@example.com" },
  },
  Faults: alarm({
    ...faults,
    ...once,
    ...quiet,
    AlarmActions: [{ Ref: "Pager" }],
    OKActions: [{ Ref: "Pager" }],
  }),
  Beat: alarm({
    ...{ Namespace: "svc", MetricName: "Beats", Statistic: "SampleCount", Period: 60 },
    ...{ EvaluationPeriods: 2, Threshold: 1, ComparisonOperator: "LessThanThreshold" },
    TreatMissingData: "breaching",
  }),
  Both: { Type: "AWS::CloudWatch::CompositeAlarm", Properties: { AlarmRule: both } },
  Crashes: {
    Type: "AWS::Logs::MetricFilter",
    Properties: {
      LogGroupName: "access",
      FilterPattern: '{ $.status = "5*" }',
      MetricTransformations: [{ MetricNamespace: "svc", MetricName: "Faults", MetricValue: "1" }],
    },
  },
};

const noon = Date.UTC(2026, 10, 25, 12);
let now = noon;
beforeEach(() => {
  now = noon;
  jest.spyOn(Date, "now").mockImplementation(() => now);
});
afterEach(() => void jest.restoreAllMocks());

/** The alarms of a template, the lines that they caused, and how to let minutes pass. */
function started(all: object = resources, dataDir = newFolder()) {
  const warnings: string[] = [];
  const [metrics, lines, mails]: [WatchedMetrics, string[], StateMail[]] = [new WatchedMetrics(), [], []];
  const activity = { alarm: (name: string, state: string) => lines.push(`${minute()} ${name} ${state}`) };
  const leaves = { out: false };
  const alarms = new AlarmEngine({
    ...{ metrics, activity: activity as never, sample: [], leftOut: () => leaves.out },
    mail: (mail) => mails.push(mail),
    warn: (message) => warnings.push(message),
    dataDir,
  });
  const template = templateOf(all);
  alarms.create(template);
  alarms.check(template);
  alarms.follow(template);
  alarms.stop();
  const minute = () => Math.round((now - noon) / MINUTE_MS);
  const beat = () => metrics.put({ namespace: "svc", name: "Beats", dimensions: {} }, 1);
  const pass = (minutes: number, during = beat) => {
    for (let i = 0; i < minutes; i++) {
      during();
      now += MINUTE_MS;
      alarms.observe();
    }
  };
  return { alarms, metrics, lines, mails, pass, leaves, warnings };
}
const nothing = () => {};

test("a line of the log rings two minutes later, and the good state comes back when it has left the range", () => {
  const { metrics, lines, mails, pass, alarms } = started();
  pass(5);
  expect(lines).toEqual([]);
  metrics.line("access", { status: "503" });
  metrics.line("access", { status: "404" });
  metrics.line("other", { status: "503" });
  pass(9);
  expect(lines).toEqual(["7 Faults ALARM", "10 Faults OK"]);
  expect(mails.map(({ subject, to }) => [subject, ...to])).toEqual([
    ['ALARM: "Faults" in US East (N. Virginia)', "ops@example.com"],
    ['OK: "Faults" in US East (N. Virginia)', "ops@example.com"],
  ]);
  expect(alarms.list().map(({ name, state, late }) => [name, state, late])).toEqual([
    ["Faults", "OK", "OK"],
    ["Beat", "OK", "OK"],
    ["Both", "OK", "OK"],
  ]);
});

test("a heartbeat that stops rings when its range is empty, and with it what needs both alarms", () => {
  const { metrics, lines, pass } = started();
  pass(10);
  pass(8, () => metrics.line("access", { status: "500" }));
  expect(lines).toEqual(["12 Faults ALARM", "15 Beat ALARM", "15 Both ALARM"]);
});

test("after a restart, an alarm that fires stays so without a word, and ends when its cause has left the range", () => {
  const dataDir = newFolder();
  const before = started(resources, dataDir);
  before.pass(5);
  before.metrics.line("access", { status: "503" });
  before.pass(2);
  expect(before.lines).toEqual(["7 Faults ALARM"]);
  before.alarms.stop();
  const after = started(resources, dataDir);
  expect(after.alarms.list()).toEqual(before.alarms.list());
  after.pass(8);
  expect(after.lines).toEqual(["10 Faults OK"]);
});

test("while something did not run, a missing heartbeat says nothing", () => {
  const { alarms, lines, pass, leaves } = started();
  pass(10);
  now += 60 * MINUTE_MS;
  alarms.observe();
  pass(3);
  leaves.out = true;
  pass(60, nothing);
  expect(lines).toEqual([]);
  leaves.out = false;
  pass(7, nothing);
  expect(lines).toEqual(["139 Beat ALARM"]);
});

test("embedded metrics count by exactly the dimensions that they name", () => {
  const Dimensions = [{ Name: "stage", Value: "prod" }];
  const { metrics, lines, pass } = started({ Faults: alarm({ ...faults, ...once, ...quiet, Dimensions }) });
  const written = (Dimensions: string[][], Faults: number | number[]) => {
    const directive = { Namespace: "svc", Dimensions, Metrics: [{ Name: "Faults" }] };
    const _aws = { Timestamp: now, CloudWatchMetrics: [directive] };
    metrics.logged(`no line\n${JSON.stringify({ _aws, stage: "prod", operation: "x", Faults })}\n`);
  };
  written([["stage", "operation"]], 1);
  written([["stage"]], 0);
  pass(4);
  expect(lines).toEqual([]);
  written([["operation"], ["stage"]], [0, 1]);
  pass(2);
  expect(lines).toEqual(["6 Faults ALARM"]);
});

test.each([
  ["It fails. Severity: page. Runbook: infra/operations/RUNBOOK.md, Late.", "Faults (page, RUNBOOK Late)"],
  ["It fails. Runbook: RUNBOOK.md, Late.", "Faults (RUNBOOK Late)"],
  ["It fails.", "Faults"],
])("the line of an alarm with the description %j names %s", (AlarmDescription, shown) => {
  const { Properties } = resources.Faults;
  const { lines, metrics, pass } = started({
    ...resources,
    Faults: alarm({ ...Properties, AlarmDescription }),
  });
  metrics.put({ namespace: "svc", name: "Faults", dimensions: {} }, 1);
  pass(3);
  expect(lines).toContainEqual(expect.stringContaining(`${shown} ALARM`));
});

test("a state that cannot be stored is one warning, and the alarms still ring", () => {
  const dataDir = newFolder();
  // A rename onto a folder fails, as a write on a full disk does.
  mkdirSync(join(dataDir, "alarms.json", "other"), { recursive: true });
  const { alarms, metrics, lines, pass, warnings } = started(resources, dataDir);
  alarms.stop();
  metrics.put({ namespace: "svc", name: "Faults", dimensions: {} }, 1);
  pass(3);
  expect(lines).toContainEqual(expect.stringMatching(/Faults ALARM/));
  expect(warnings).toEqual([expect.stringMatching(/^The state of the alarms cannot be stored: /)]);
});
