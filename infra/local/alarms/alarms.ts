import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Activity } from "../activity/activity.ts";
import { StartupFailure } from "../base/failure.ts";
import type { Template } from "../base/template.ts";
import type { Engine } from "../platform/engine.ts";
import { minuteOf, type StoredSeries, type WatchedMetrics } from "../platform/metrics.ts";
import { GuardedWriter, replaceFile } from "../storage/guarded-writer.ts";
import {
  type AnyAlarm,
  alarmsIn,
  type CompositeAlarm,
  type MetricAlarm,
  provideAlarms,
} from "./definitions.ts";
import { logFilterOf } from "./log-filter.ts";
import { messageOf, type StateMail } from "./message.ts";
import type { State } from "./missing-data.ts";
import { type ReadingName, readings } from "./readings.ts";
import { Watch } from "./watch.ts";

/** With more time than this between two instants, something did not run. */
const LONGEST_GAP_MS = 90_000;
const LOOK_EVERY_MS = 1_000;
const STORE_EVERY_MS = 10_000;

type Parts = {
  metrics: WatchedMetrics;
  activity: Activity;
  /** Writes what the services report once a minute, such as the length of queues. */
  sample: ((minute: number) => void)[];
  leftOut: () => boolean;
  mail: (mail: StateMail) => void;
  dataDir: string;
  warn: (message: string) => void;
};

export type AlarmView = { name: string; state: State; late: State; description: string };
type States = Map<string, State>;
type Stored = Record<ReadingName, [string, State][]> & { series: StoredSeries };

/** Once a minute, for the minute before. The first good state says nothing. A restart continues. */
export class AlarmEngine implements Engine {
  readonly #parts: Parts;
  #alarms: AnyAlarm[] = [];
  #topics: { topic: string; address: string }[] = [];
  #watches: Record<ReadingName, Watch[]> = { early: [], late: [] };
  #states: Record<ReadingName, States> = { early: new Map(), late: new Map() };
  /** The readings in which an alarm has changed since those that need several were judged. */
  readonly #hasChanged = new Set<ReadingName>(["early", "late"]);
  #seen = Date.now();
  #created = minuteOf(Date.now());
  #ranSince = Date.now();
  #sampled = minuteOf(Date.now()) - 1;
  #judged = minuteOf(Date.now()) - 1;
  readonly #timers: NodeJS.Timeout[];
  readonly #file: string;
  readonly #writer: GuardedWriter;
  readonly #mailer: GuardedWriter;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#file = join(parts.dataDir, "alarms.json");
    this.#writer = new GuardedWriter("The state of the alarms", parts.warn);
    this.#mailer = new GuardedWriter("The email of an alarm", parts.warn);
    this.#restore();
    this.#timers = [
      setInterval(this.observe, LOOK_EVERY_MS).unref(),
      setInterval(this.#store, STORE_EVERY_MS).unref(),
    ];
  }

  create = provideAlarms;
  check = (template: Template): void => {
    alarmsIn(template);
    filtersIn(template);
  };

  follow(template: Template): void {
    const { metrics } = this.#parts;
    this.#alarms = alarmsIn(template);
    this.#topics = subscriptionsIn(template);
    const simple = this.#alarms.filter((alarm): alarm is MetricAlarm => "metrics" in alarm);
    for (const [name, reading] of Object.entries(readings))
      this.#watches[name as ReadingName] = simple.map(
        (alarm) => new Watch(alarm, reading, metrics, this.#states[name as ReadingName].get(alarm.name)),
      );
    const filters = filtersIn(template);
    metrics.line = (group, line) => {
      for (const filter of filters)
        if (filter.group === group && filter.counts(line))
          for (const metric of filter.metrics) metrics.put(metric, 1);
    };
    this.#ranSince = Date.now();
    for (const reading of Object.keys(readings) as ReadingName[]) this.#hasChanged.add(reading);
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#store();
  }

  readonly #store = (): void => {
    const early = [...this.#states.early];
    const late = [...this.#states.late];
    const stored: Stored = { early, late, series: this.#parts.metrics.stored() };
    this.#writer.write(() => replaceFile(this.#file, JSON.stringify(stored)));
  };

  /** Without the file, or with half of it, nothing is known yet. */
  #restore(): void {
    try {
      const { early, late, series } = JSON.parse(readFileSync(this.#file, "utf8")) as Stored;
      this.#states = { early: new Map(early), late: new Map(late) };
      this.#parts.metrics.restore(series);
    } catch {}
  }

  readonly observe = (): void => {
    const now = Date.now();
    const { sample, leftOut } = this.#parts;
    if (now - this.#seen > LONGEST_GAP_MS || leftOut()) this.#ranSince = now;
    this.#seen = now;
    const minute = minuteOf(now);
    while (this.#sampled < minute - 1) {
      this.#sampled++;
      for (const each of sample) each(this.#sampled);
    }
    while (this.#judged < minute - 2) this.#judge(++this.#judged);
  };

  forget(): void {
    this.#parts.metrics.forget();
    this.#states = { early: new Map(), late: new Map() };
    for (const watch of Object.values(this.#watches).flat()) watch.state = "INSUFFICIENT_DATA";
    this.#ranSince = Date.now();
    this.#created = minuteOf(Date.now());
    for (const reading of Object.keys(readings) as ReadingName[]) this.#hasChanged.add(reading);
  }

  list = (): AlarmView[] =>
    this.#alarms.map(({ name, description }) => ({
      name,
      state: this.#states.early.get(name) ?? "INSUFFICIENT_DATA",
      late: this.#states.late.get(name) ?? "INSUFFICIENT_DATA",
      description,
    }));

  #judge(minute: number): void {
    for (const name of Object.keys(readings) as ReadingName[]) {
      const states = this.#states[name];
      for (const watch of this.#watches[name])
        if (watch.judge(minute, this.#ranSince, this.#created))
          this.#change(name, watch.alarm, watch.state, watch);
      if (!this.#hasChanged.delete(name)) continue;
      for (const alarm of this.#alarms) {
        if ("metrics" in alarm) continue;
        const state = stateOf(alarm, states);
        if (state !== (states.get(alarm.name) ?? "INSUFFICIENT_DATA")) this.#change(name, alarm, state);
      }
    }
  }

  #change(reading: ReadingName, alarm: AnyAlarm, state: State, watch?: Watch): void {
    const former = this.#states[reading].get(alarm.name) ?? "INSUFFICIENT_DATA";
    this.#states[reading].set(alarm.name, state);
    this.#hasChanged.add(reading);
    if (reading !== "early" || (former === "INSUFFICIENT_DATA" && state === "OK")) return;
    const { activity, mail } = this.#parts;
    activity.alarm(shownName(alarm), state);
    const named = new Set(alarm.actions[state]);
    for (const { topic, address } of this.#topics)
      if (named.has(topic)) {
        const message = messageOf({ alarm, state, former, address, value: watch?.value });
        this.#mailer.write(() => mail(message));
      }
  }
}

/** With severity and heading, if its description ends with `Severity: X. Runbook: FOLDER/FILE.md, Y.` */
function shownName({ name, description }: AnyAlarm): string {
  const [, severity, file, heading] =
    /(?:Severity: (\w+)\. )?Runbook: (?:\S*\/)?(\w+)\.md, (\w+)\.$/.exec(description) ?? [];
  const parts = [severity, heading && `${file} ${heading}`].filter((part) => part !== undefined);
  return parts.length > 0 ? `${name} (${parts.join(", ")})` : name;
}

const stateOf = ({ needs, of }: CompositeAlarm, states: States): State => {
  const rings = (name: string) => states.get(name) === "ALARM";
  return (needs === "AND" ? of.every(rings) : of.some(rings)) ? "ALARM" : "OK";
};

function subscriptionsIn(template: Template) {
  return template
    .ofType("AWS::SNS::Subscription")
    .filter(({ properties }) => properties.Protocol === "email")
    .map(({ properties: { TopicArn, Endpoint } }) => ({
      topic: String(TopicArn),
      address: String(Endpoint),
    }));
}

const filtersIn = (template: Template) =>
  template.ofType("AWS::Logs::MetricFilter").map(({ id, properties }) => {
    const transformations = properties.MetricTransformations as Record<string, unknown>[];
    for (const { MetricNamespace: _, MetricName: __, MetricValue, ...other } of transformations)
      if (MetricValue !== "1" || Object.keys(other).length > 0)
        throw new StartupFailure(
          `The local cloud cannot run the metric filter ${id}: it only counts 1 a line, without a default or dimensions.`,
        );
    return {
      group: String(properties.LogGroupName),
      counts: logFilterOf(String(properties.FilterPattern), id),
      metrics: transformations.map(({ MetricNamespace, MetricName }) => ({
        namespace: String(MetricNamespace),
        name: String(MetricName),
        dimensions: {},
      })),
    };
  });
