import { type Bucket, type WatchedMetrics, minuteOf, type Series } from "../platform/metrics.ts";
import type { MetricAlarm, Watched } from "./definitions.ts";
import { type Point, type State, stateAfter } from "./missing-data.ts";
import { OPEN_ZEROS, type Reading } from "./readings.ts";

type Part = Watched & { series: Series };

export class Watch {
  readonly alarm: MetricAlarm;
  state: State;
  value: number | undefined;
  readonly #reading: Reading;
  readonly #parts: ReadonlyMap<string, Part>;
  readonly #range: number;
  readonly #minutes: number;
  #isSettled = false;

  constructor(alarm: MetricAlarm, reading: Reading, metrics: WatchedMetrics, state?: State) {
    this.alarm = alarm;
    this.state = state ?? "INSUFFICIENT_DATA";
    this.#reading = reading;
    this.#range = alarm.rule.periods + reading.more;
    this.#minutes = this.#range * alarm.period;
    this.#parts = new Map(
      [...alarm.metrics].map(([id, watched]) => [
        id,
        { ...watched, series: metrics.watch(watched.metric, this.#minutes + 2) },
      ]),
    );
  }

  /** `since`: before it, missing data says nothing. `created`: see `warmUp`. Returns whether it changed. */
  judge(minute: number, since: number, created: number): boolean {
    const { rule, period, breaches, warmUp } = this.alarm;
    let newest = Number.NEGATIVE_INFINITY;
    for (const { series } of this.#parts.values()) if (series.last > newest) newest = series.last;
    const isQuiet = newest < minute - this.#minutes;
    if (isQuiet && this.#isSettled) return false;
    // CloudWatch evaluates a range of more than a day once an hour.
    if (rule.periods * period >= 1_440 && minute % 60 !== 59) return false;
    if (rule.missing === "breaching" && minute - this.#minutes < minuteOf(since)) return false;
    const values = Array.from({ length: this.#range }, (_, i) =>
      this.#valueOf(minute - (this.#range - 1 - i) * period, minute),
    );
    const range = values.map((value): Point => (value === undefined ? undefined : breaches(value)));
    const known = range.filter((point) => point !== undefined).length;
    const isFull = warmUp.untilFull && known >= rule.periods;
    if (minute - created < warmUp.minutes && !isFull) return false;
    const before = this.state;
    this.value = values.at(-1);
    this.state = stateAfter(range, rule, before);
    this.#isSettled = isQuiet;
    return this.state !== before;
  }

  #valueOf(end: number, now: number): number | undefined {
    const known = new Map<string, number>();
    for (const [id, part] of this.#parts) {
      const buckets = this.#bucketsOf(part, end, now);
      if (buckets.length > 0) known.set(id, part.statistic(buckets));
    }
    return this.alarm.expression.valueOf((id) => known.get(id));
  }

  #bucketsOf({ series, metric }: Part, end: number, now: number) {
    const { zeros, wakeMinutes } = this.#reading;
    const isHidden = now < series.wokeAt + wakeMinutes;
    const hidesZeros = !zeros && OPEN_ZEROS.has(metric.name);
    const buckets: Bucket[] = [];
    for (let minute = end; minute > end - this.alarm.period && minute >= series.first; minute--) {
      const bucket = series.buckets.get(minute);
      if (!bucket || (isHidden && minute >= series.wokeAt) || (hidesZeros && bucket.max === 0)) continue;
      buckets.push(bucket);
    }
    return buckets;
  }
}
