import { StartupFailure } from "../base/failure.ts";
import type { Properties, Resource, Template } from "../base/template.ts";
import type { Bucket, MetricName } from "../platform/metrics.ts";
import { type Expression, expressionOf } from "./expression.ts";
import type { Missing, Rule, State } from "./missing-data.ts";
import { KNOWN } from "./readings.ts";

type Statistic = (buckets: readonly Bucket[]) => number;
export type Watched = { metric: MetricName; statistic: Statistic };

type Common = { name: string; description: string; actions: Record<State, readonly string[]> };
export type MetricAlarm = Common & {
  period: number;
  rule: Rule;
  /** So many minutes after its creation, it waits: with `untilFull`, until its periods have values. */
  warmUp: { minutes: number; untilFull: boolean };
  threshold: number;
  breaches: (value: number) => boolean;
  expression: Expression;
  metrics: ReadonlyMap<string, Watched>;
};
/** It fires while all of its alarms do, or any. */
export type CompositeAlarm = Common & { needs: "AND" | "OR"; of: readonly string[] };
export type AnyAlarm = MetricAlarm | CompositeAlarm;

const TYPES = ["AWS::CloudWatch::Alarm", "AWS::CloudWatch::CompositeAlarm"];
const DIVIDED = /^AWS\//;

function nameOf({ id, properties, metadata }: Pick<Resource, "id" | "metadata" | "properties">): string {
  const path = metadata["aws:cdk:path"]?.split("/") ?? [];
  return String(properties.AlarmName ?? path.at(-2) ?? id);
}

export function provideAlarms(template: Template): void {
  for (const type of TYPES)
    for (const id of template.ids(type)) template.provide(id, { ref: id, Arn: alarmArn(id) });
}

const alarmArn = (id: string) => `arn:aws:cloudwatch:us-east-1:000000000000:alarm:${id}`;

export function alarmsIn(template: Template): AnyAlarm[] {
  const [metric = "", composite = ""] = TYPES;
  const simple = template.ofType(metric);
  const names = new Map(simple.map((each) => [alarmArn(each.id), nameOf(each)]));
  return [
    ...simple.map(metricAlarm),
    ...template.ofType(composite).map((each) => compositeAlarm(each, names)),
  ];
}

const STATISTICS: Record<string, Statistic> = {
  Sum: (buckets) => buckets.reduce((sum, { sum: each }) => sum + each, 0),
  Maximum: (buckets) => Math.max(...buckets.map(({ max }) => max)),
  Minimum: (buckets) => Math.min(...buckets.map(({ min }) => min)),
  SampleCount: (buckets) => buckets.reduce((sum, { values }) => sum + values.length, 0),
};
const OPERATORS: Record<string, (value: number, threshold: number) => boolean> = {
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
};
const MISSING = new Set<unknown>(["missing", "ignore", "breaching", "notBreaching"]);
const OF_METRICS = new Set(
  "AlarmActions AlarmDescription AlarmName ComparisonOperator DatapointsToAlarm Dimensions EvaluationPeriods InsufficientDataActions MetricName Metrics Namespace OKActions Period ExtendedStatistic Statistic Tags Threshold TreatMissingData WarmUpConfiguration".split(
    " ",
  ),
);

function metricAlarm(resource: Resource): MetricAlarm {
  const { properties } = resource;
  const common = commonOf(resource);
  const refuse = refusalOf(common.name);
  const {
    EvaluationPeriods,
    DatapointsToAlarm = EvaluationPeriods,
    TreatMissingData = "missing",
  } = properties;
  const { ComparisonOperator, Threshold, WarmUpConfiguration } = properties;
  const warming = (WarmUpConfiguration ?? {}) as Properties;
  const warmUp = {
    minutes: Number(warming.WarmUpPeriodDurationInMinutes ?? 0),
    untilFull: warming.OnlyStartEvaluatingAfterWarmUpPeriodEnds !== true,
  };
  const other = Object.keys(properties).find((name) => !OF_METRICS.has(name));
  if (other !== undefined) refuse(`the property ${other}`);
  const operator = OPERATORS[String(ComparisonOperator)] ?? refuse(`the operator ${ComparisonOperator}`);
  if (!MISSING.has(TreatMissingData)) refuse(`the treatment ${TreatMissingData} of missing data`);
  const { expression, metrics, seconds } = watchedBy(properties, common.name, refuse);
  if (!(seconds >= 60)) refuse(`the period ${seconds}`);
  const rule = { periods: Number(EvaluationPeriods), breaches: Number(DatapointsToAlarm) };
  const threshold = Number(Threshold);
  return {
    ...common,
    period: seconds / 60,
    threshold,
    expression,
    metrics,
    warmUp,
    rule: { ...rule, missing: TreatMissingData as Missing },
    breaches: (value) => operator(value, threshold),
  };
}

type Refuse = (what: string) => never;
type MetricQuery = {
  Id: string;
  Expression?: string;
  MetricStat?: { Metric: Properties; Period: number; Stat: string };
  ReturnData?: boolean;
};

function watchedBy(properties: Properties, alarm: string, refuse: Refuse) {
  const { Metrics = [], Period } = properties as { Metrics?: MetricQuery[]; Period?: number };
  if (Metrics.length === 0) {
    const statistic = properties.ExtendedStatistic ?? properties.Statistic;
    const only = { metric: metricOf(properties, refuse), statistic: statisticOf(statistic, refuse) };
    return { expression: expressionOf("m", alarm), metrics: new Map([["m", only]]), seconds: Number(Period) };
  }
  const [returned, ...more] = Metrics.filter(({ ReturnData }) => ReturnData !== false);
  if (returned?.Expression === undefined || more.length > 0) return refuse("several results");
  const stats = Metrics.flatMap(({ Id, MetricStat }) => (MetricStat ? [[Id, MetricStat] as const] : []));
  if (stats.length > 10) refuse("more than ten metrics, as CloudWatch");
  const [seconds = 0, ...others] = new Set(stats.map(([, stat]) => stat.Period));
  if (others.length > 0) refuse("metrics of several periods");
  const expression = expressionOf(returned.Expression, alarm);
  const metrics = new Map(
    stats.map(([id, { Metric, Stat }]) => [
      id,
      { metric: metricOf(Metric, refuse), statistic: statisticOf(Stat, refuse) },
    ]),
  );
  const unknown = expression.ids.find((id) => !metrics.has(id));
  if (unknown !== undefined) refuse(`the id ${unknown}`);
  return { expression, metrics, seconds };
}

function metricOf({ Namespace, MetricName, Dimensions = [] }: Properties, refuse: Refuse): MetricName {
  const dimensions = Object.fromEntries(
    (Dimensions as { Name: string; Value: string }[]).map(({ Name, Value }) => [Name, Value]),
  );
  const namespace = String(Namespace);
  const name = String(MetricName);
  const named = Object.keys(dimensions).sort().join(",");
  if (DIVIDED.test(namespace) && !KNOWN[namespace]?.[name]?.includes(named))
    refuse(`the metric ${name} of ${namespace} by ${named || "no dimension"}`);
  return { namespace, name, dimensions };
}

function statisticOf(name: unknown, refuse: Refuse): Statistic {
  const share = Number(/^p(\d+(\.\d+)?)$/.exec(String(name))?.[1]) / 100;
  if (Number.isNaN(share)) return STATISTICS[String(name)] ?? refuse(`the statistic ${name}`);
  return (buckets) => {
    const values = buckets.flatMap((bucket) => bucket.values).sort((a, b) => a - b);
    return values[Math.ceil(share * values.length) - 1] ?? 0;
  };
}

function compositeAlarm(resource: Resource, names: ReadonlyMap<string, string>): CompositeAlarm {
  const common = commonOf(resource);
  const rule = String(resource.properties.AlarmRule);
  const parts = /^\((.*)\)$/.exec(rule)?.[1] ?? rule;
  const needs = parts.includes(" AND ") ? "AND" : "OR";
  const of = parts.split(` ${needs} `).map((part) => {
    const [, arn = ""] = /^ALARM\("([^"]+)"\)$/.exec(part) ?? [];
    return names.get(arn) ?? refusalOf(common.name)(`the rule ${rule}`);
  });
  return { ...common, needs, of };
}

function commonOf(resource: Resource): Common {
  const { AlarmDescription, AlarmActions, OKActions, InsufficientDataActions } = resource.properties;
  const list = (actions: unknown) => (actions ?? []) as string[];
  return {
    name: nameOf(resource),
    description: String(AlarmDescription ?? ""),
    actions: {
      ALARM: list(AlarmActions),
      OK: list(OKActions),
      INSUFFICIENT_DATA: list(InsufficientDataActions),
    },
  };
}

const refusalOf =
  (alarm: string): Refuse =>
  (what) => {
    throw new StartupFailure(
      `The local cloud cannot evaluate the alarm ${alarm}: it does not know ${what}. infra/local/alarms has what it knows.`,
    );
  };
