import { jsonIn } from "../base/json.ts";

export const MINUTE_MS = 60_000;
export const minuteOf = (instant: number): number => Math.floor(instant / MINUTE_MS);

export type MetricName = {
  namespace: string;
  name: string;
  dimensions: Readonly<Record<string, string>>;
};

export type Bucket = { sum: number; min: number; max: number; values: number[] };

/** Enough for a percentile. */
const MAX_VALUES = 1_000;

export class Series {
  readonly buckets: Map<number, Bucket>;
  kept = 0;
  first = Number.POSITIVE_INFINITY;
  last = Number.NEGATIVE_INFINITY;
  /** SQS writes the metrics of a queue that slept up to a quarter of an hour late. */
  wokeAt = Number.NEGATIVE_INFINITY;

  constructor(buckets: [minute: number, bucket: Bucket][] = []) {
    this.buckets = new Map(buckets);
    this.first = buckets[0]?.[0] ?? this.first;
    this.last = buckets.at(-1)?.[0] ?? this.last;
  }

  forget(): void {
    this.buckets.clear();
    this.first = Number.POSITIVE_INFINITY;
    this.last = Number.NEGATIVE_INFINITY;
    this.wokeAt = Number.NEGATIVE_INFINITY;
  }

  put(value: number, minute: number): void {
    const bucket = this.buckets.get(minute) ?? { sum: 0, min: value, max: value, values: [] };
    bucket.sum += value;
    bucket.min = Math.min(bucket.min, value);
    bucket.max = Math.max(bucket.max, value);
    if (bucket.values.length < MAX_VALUES) bucket.values.push(value);
    this.buckets.set(minute, bucket);
    this.first = Math.min(this.first, minute);
    this.last = Math.max(this.last, minute);
    for (const old of this.buckets.keys()) {
      if (old >= this.last - this.kept) break;
      this.buckets.delete(old);
    }
  }
}

export type StoredSeries = [metric: string, buckets: [minute: number, bucket: Bucket][]][];

type Line = Record<string, unknown>;
type Emf = {
  Timestamp?: number;
  CloudWatchMetrics?: { Namespace: string; Dimensions?: string[][]; Metrics?: { Name: string }[] }[];
};

/** Others are dropped. An alarm looks at a minute when the next one has ended. */
export class WatchedMetrics {
  readonly #series = new Map<string, Series>();
  #earlier = new Map<string, [number, Bucket][]>();
  /** Gets each line of a log group that a metric filter may count. */
  line: (group: string, line: Line) => void = () => {};

  /** Whether log lines are lost on their way, as with a broken delivery. */
  losesLogs = false;

  receives(LogGroupName: string): boolean {
    const dimensions = { LogGroupName };
    if (!this.losesLogs) this.put({ namespace: "AWS/Logs", name: "IncomingLogEvents", dimensions }, 1);
    return !this.losesLogs;
  }

  /** The values of a metric, from now on, for as many minutes. */
  watch(metric: MetricName, minutes: number): Series {
    const key = keyOf(metric);
    const series = this.#series.get(key) ?? new Series(this.#earlier.get(key));
    series.kept = Math.max(series.kept, minutes);
    this.#series.set(key, series);
    return series;
  }

  forget(): void {
    for (const series of this.#series.values()) series.forget();
  }

  restore(series: StoredSeries): void {
    this.#earlier = new Map(series);
  }

  stored = (): StoredSeries => [...this.#series].map(([key, { buckets }]) => [key, [...buckets]]);

  find = (metric: MetricName): Series | undefined => this.#series.get(keyOf(metric));

  put(metric: MetricName, value: number, at = Date.now()): void {
    this.find(metric)?.put(value, minuteOf(at));
  }

  /** A metric that AWS writes for a resource. Lambda also writes it for the whole account. */
  of(namespace: string, dimensions: MetricName["dimensions"], values: Record<string, number>, at?: number) {
    for (const [name, value] of Object.entries(values)) {
      this.put({ namespace, name, dimensions }, value, at);
      if (namespace === "AWS/Lambda") this.put({ namespace, name, dimensions: {} }, value, at);
    }
  }

  /** Takes the metrics in the embedded format out of what a function wrote to its log. */
  logged(text: string): void {
    if (!text.includes('"_aws"')) return;
    for (const line of text.split("\n").map((each) => (jsonIn(each) ?? {}) as Line)) {
      const { Timestamp, CloudWatchMetrics = [] } = (line._aws ?? {}) as Emf;
      for (const { Namespace: namespace, Dimensions = [[]], Metrics = [] } of CloudWatchMetrics)
        for (const names of Dimensions)
          for (const { Name: name } of Metrics) {
            const dimensions = Object.fromEntries(names.map((each) => [each, String(line[each])]));
            for (const value of [line[name]].flat())
              if (typeof value === "number") this.put({ namespace, name, dimensions }, value, Timestamp);
          }
    }
  }
}

/** A clock that skips writes thousands a minute, nearly all with at most one dimension. */
function keyOf({ namespace, name, dimensions }: MetricName): string {
  let key = `${namespace} ${name}`;
  for (const dimension of Object.keys(dimensions).sort()) key += ` ${dimension}=${dimensions[dimension]}`;
  return key;
}
