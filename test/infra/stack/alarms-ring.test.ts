import { expect, test } from "@jest/globals";
import { alarmsIn, type MetricAlarm, provideAlarms } from "../../../infra/local/alarms/definitions.ts";
import { readings } from "../../../infra/local/alarms/readings.ts";
import { Watch } from "../../../infra/local/alarms/watch.ts";
import { Template } from "../../../infra/local/base/template.ts";
import { MINUTE_MS, WatchedMetrics } from "../../../infra/local/platform/metrics.ts";
import { assemblyDir } from "../../support/cloud/assembly.ts";

const template = new Template(assemblyDir);
for (const type of [
  "ApiGatewayV2::Api",
  "Lambda::EventSourceMapping",
  "Lambda::Function",
  "Logs::LogGroup",
  "SQS::Queue",
])
  for (const id of template.ids(`AWS::${type}`)) template.provide(id, { ref: id, QueueName: id });
for (const id of template.ids("AWS::StepFunctions::StateMachine")) template.provide(id, { ref: id });
provideAlarms(template);
const alarms = alarmsIn(template);
const simple = alarms.filter((alarm): alarm is MetricAlarm => "metrics" in alarm);

/** Values of all metrics of an alarm that give a result on one side of its threshold. */
function valuesFor(alarm: MetricAlarm, isBad: boolean): Map<string, number> {
  const ids = [...alarm.metrics.keys()];
  for (const first of [0, alarm.threshold, 1_000])
    for (const second of [0, 1_000]) {
      const values = new Map(ids.map((id, i) => [id, i === 0 ? first : second]));
      const result = alarm.expression.valueOf((id) => values.get(id));
      if (result !== undefined && alarm.breaches(result) === isBad) return values;
    }
  throw new Error(`No values are ${isBad ? "bad" : "good"} for ${alarm.name}.`);
}

const cases = simple.flatMap((alarm) =>
  Object.entries(readings).map(([reading, how]) => ({ name: alarm.name, reading, how, alarm })),
);

test.each(cases)(
  "$name is silent while all is well, and rings after a fault, in the reading $reading",
  ({ how, alarm }) => {
    const metrics = new WatchedMetrics();
    const watch = new Watch(alarm, how, metrics);
    const counts = [...alarm.metrics.values()].every(({ statistic }) => statistic([]) === 0);
    const span = (alarm.rule.periods + how.more + 1) * alarm.period + 60;
    const play = (from: number, values: Map<string, number> | undefined) => {
      for (let minute = from; minute < from + span; minute++) {
        for (const [id, { metric }] of alarm.metrics) {
          const value = values?.get(id);
          // A count of a whole period is written in its first minute.
          if (value !== undefined && (!counts || minute % alarm.period === 0))
            metrics.put(metric, value, minute * MINUTE_MS);
        }
        watch.judge(minute, 0, Number.NEGATIVE_INFINITY);
      }
      return watch.state;
    };
    const offset = span + 1;
    expect(play(offset, valuesFor(alarm, false))).not.toBe("ALARM");
    expect(play(offset + span, alarm.rule.missing === "breaching" ? undefined : valuesFor(alarm, true))).toBe(
      "ALARM",
    );
  },
);

/** How often the alarm changes to ALARM in an hour of these ages of the oldest message, in seconds. */
function pagesOf(ages: readonly number[], how: (typeof readings)[keyof typeof readings]): number {
  const [alarm] = simple.filter(({ name }) => name === "DeliveriesWait");
  if (!alarm) throw new Error("No alarm DeliveriesWait");
  const metrics = new WatchedMetrics();
  const watch = new Watch(alarm, how, metrics);
  const [age] = [...alarm.metrics.values()];
  let pages = 0;
  for (let minute = 100; minute < 160; minute++) {
    metrics.put(age?.metric as never, ages[minute % ages.length] ?? 0, minute * MINUTE_MS);
    const before = watch.state;
    watch.judge(minute, 0, Number.NEGATIVE_INFINITY);
    if (before !== "ALARM" && watch.state === "ALARM") pages++;
  }
  return pages;
}

/** SQS leaves out a message in flight, and one that was received three times. */
test.each([
  ["a message every five minutes fails: QueueFails says so", [0, 0, 60, 130, 0], 0],
  ["messages come all the time, with minutes in flight", [130, 170, 0, 150, 190, 0], 1],
])("DeliveriesWait does not page again and again while %s", (_, ages, pages) => {
  expect(Object.values(readings).map((how) => pagesOf(ages, how))).toEqual([pages, pages]);
});

/** An alarm may be there before what it watches writes anything. */
const NOTHING_YET = 15;
const FIRST_HOUR = 60;

test.each(cases)(
  "$name is silent in the first hour of a new stage, in the reading $reading",
  ({ how, alarm }) => {
    const metrics = new WatchedMetrics();
    const watch = new Watch(alarm, how, metrics);
    const created = 10_000;
    const isHeartbeat = alarm.rule.missing === "breaching";
    for (let minute = created; minute < created + FIRST_HOUR; minute++) {
      if (isHeartbeat && minute >= created + NOTHING_YET && alarm.name !== "LedgerUnaudited")
        for (const [id, value] of valuesFor(alarm, false))
          metrics.put(alarm.metrics.get(id)?.metric as never, value, minute * MINUTE_MS);
      watch.judge(minute, 0, created);
      expect([minute - created, watch.state]).not.toEqual([minute - created, "ALARM"]);
    }
  },
);

test("what needs several alarms names alarms of the template", () => {
  const names = simple.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const alarm of alarms)
    if (!("metrics" in alarm)) expect(names).toEqual(expect.arrayContaining([...alarm.of]));
});
