import { Duration } from "aws-cdk-lib";
import { type IMetric, MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { FilterPattern, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { brand } from "../../../shared/domain/brand/brand.ts";
import type { Api } from "../api.ts";
import type { OutboxRelay } from "../relay.ts";

export function together<T>(
  how: "SUM" | "MAX",
  parts: Readonly<Record<string, T>>,
  metricOf: (part: T) => IMetric,
): MathExpression {
  const named = Object.entries(parts).map(
    ([name, part]) => [name.replace(/\W/g, "_"), metricOf(part)] as const,
  );
  return new MathExpression({
    expression: `${how}([${named.map(([id]) => id).join(", ")}])`,
    usingMetrics: Object.fromEntries(named),
    period: Duration.minutes(1),
  });
}

export const iteratorAge = ({ outbox, events }: OutboxRelay) =>
  together("MAX", { outbox, events }, (relay) =>
    relay.metric("IteratorAge", { statistic: "max", period: Duration.minutes(1) }),
  );

export const missedRuns = (scheduled: IFunction) =>
  together("SUM", { failed: "Errors", dropped: "AsyncEventsDropped" }, (name) =>
    scheduled.metric(name, { statistic: "sum", period: Duration.minutes(1) }),
  );

/**
 * A function crashed, timed out or could not be invoked. The gateway's own metric counts expected 503s too.
 */
export const gatewayFaults = (scope: Construct, api: Api, stage: string) =>
  replies(scope, "FaultsOfGateway", {
    api,
    metricName: `GatewayFaults-${stage}`,
    where: '$.status = "5*" && $.integrationError != "-"',
  });

type Replies = { api: Api; metricName: string; where: string };

export const replies = (scope: Construct, id: string, { api, metricName, where }: Replies) =>
  new MetricFilter(scope, id, {
    logGroup: api.accessLogs,
    filterPattern: FilterPattern.literal(`{ ${where} }`),
    metricNamespace: brand.idPrefix,
    metricName,
  }).metric({ statistic: "sum", period: Duration.minutes(1) });

export const counted = (metricName: string, stage: string) => countedBy(metricName, { stage });

export const countedBy = (metricName: string, dimensions: Record<string, string>) =>
  new Metric({
    namespace: brand.idPrefix,
    metricName,
    dimensionsMap: { service: brand.idPrefix, ...dimensions },
    statistic: "sum",
    period: Duration.minutes(1),
  });
