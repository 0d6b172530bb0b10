import { flowPrices, invocationPrice } from "./prices.ts";

type Properties = Record<string, unknown>;
export type Resources = Readonly<Record<string, { Type: string; Properties?: Properties }>>;

/** List prices of us-east-1 for a month: aws.amazon.com/cloudwatch/pricing, secrets-manager/pricing. */
const monthly = { alarmMetric: 0.1, compositeAlarm: 0.5, metric: 0.3, dashboard: 3, secret: 0.4 } as const;
const MINUTES = 30 * 24 * 60;
/** Lambda keeps at least five pollers on a queue, and each asks three times a minute. */
const POLLS = 5 * 3 * MINUTES;
/** A run that finds nothing: four rounds of queries. */
const IDLE_RUN_MS = 60;
const CANARY_RUN = 0.0002;
const CANARY_RUNS = MINUTES / 5;

type Alarm = { Metrics?: { MetricStat?: unknown }[]; Namespace?: string; MetricName?: string };

/** What a stage of this template costs a month without a request, in US dollars, by what it pays for. */
export function idleMonth(resources: Resources, ownNamespace: string): Record<string, number> {
  const of = (type: string) => Object.values(resources).filter(({ Type }) => Type === `AWS::${type}`);
  const alarms = of("CloudWatch::Alarm").map(({ Properties = {} }) => Properties as Alarm & Properties);
  const watched = alarms.reduce(
    (count, { Metrics }) => count + (Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1),
    0,
  );
  // Without a request, only these always have values. A metric is billed by its hours with values.
  const constant = alarms.filter(
    ({ Namespace, TreatMissingData, Period }) =>
      Namespace === ownNamespace && TreatMissingData === "breaching" && Number(Period) < 3_600,
  );
  const fed = of("Lambda::EventSourceMapping").filter(
    ({ Properties = {} }) => !("StartingPosition" in Properties),
  );
  const schedules = of("Scheduler::Schedule").map(({ Properties = {} }) => Properties);
  const every = (rate: string) =>
    JSON.stringify(schedules.filter((schedule) => schedule.ScheduleExpression === rate));
  const hasCanary = every("rate(5 minutes)") !== "[]";
  // A target in another stack is a reference that has the function's id, with another hash.
  const runs = Object.entries(resources)
    .filter(
      ([id, { Type }]) =>
        Type === "AWS::Lambda::Function" && every("rate(1 minute)").includes(id.slice(0, -8)),
    )
    .map(([, { Properties }]) => invocationPrice(IDLE_RUN_MS, Number(Properties?.MemorySize)));
  return {
    "alarms, for each metric of each": watched * monthly.alarmMetric,
    "the alarm of rollbacks": of("CloudWatch::CompositeAlarm").length * monthly.compositeAlarm,
    "metrics of our own": (constant.length + (hasCanary ? 1 : 0)) * monthly.metric,
    dashboard: of("CloudWatch::Dashboard").length * monthly.dashboard,
    "polls of the queues": fed.length * POLLS * flowPrices.queue,
    secrets: of("SecretsManager::Secret").length * monthly.secret,
    "runs of each minute": runs.reduce((sum, price) => sum + MINUTES * price, 0),
    "the canary": hasCanary ? CANARY_RUNS * CANARY_RUN : 0,
  };
}
