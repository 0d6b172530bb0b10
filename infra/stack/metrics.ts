import { Duration } from "aws-cdk-lib";
import { type IMetric, MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern } from "aws-cdk-lib/aws-logs";
import { brand } from "../../shared/domain/brand.ts";
import type { Api } from "./api.ts";
import type { OutboxRelay } from "./relay.ts";

/** One metric of several, for one alarm. Where some of them say nothing, as they mostly do, the others count alone. */
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

export const iteratorAge = ({ function: relay }: OutboxRelay) =>
  relay.metric("IteratorAge", { statistic: "max", period: Duration.minutes(1) });

/**
 * What the gateway says by itself, where a function crashed, was killed or could not be invoked. Its own metric of 5xx does not tell
 * that from a 503 that a function means, such as what live mode has not yet.
 */
export const gatewayFaults = ({ accessLogs }: Api, stage: string) =>
  accessLogs
    .addMetricFilter("GatewayFaults", {
      filterPattern: FilterPattern.literal('{ $.status = "5*" && $.integrationError != "-" }'),
      metricNamespace: brand.idPrefix,
      metricName: `GatewayFaults-${stage}`,
    })
    .metric({ statistic: "sum", period: Duration.minutes(1) });

/** A metric of the functions' own, in their logs. */
export const counted = (metricName: string, stage: string) =>
  new Metric({
    namespace: brand.idPrefix,
    metricName,
    dimensionsMap: { service: brand.idPrefix, stage },
    statistic: "sum",
    period: Duration.minutes(1),
  });
