import { Duration } from "aws-cdk-lib";
import { ComparisonOperator, MathExpression, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { EventSourceMapping, type IFunction } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import type { Api } from "../api.ts";
import { stageSettingsOf } from "../settings/stage-settings.ts";
import type { Alarm } from "./alarm.ts";

const aMinute = { period: Duration.minutes(1) };

const paths = {
  RelaySilent: ["Relay/FromStream", "Relay/EventsFromStream"],
  SignerSilent: ["Workers/FanOutEvent/", "Workers/DeliverWebhook/"],
  QueuesSilent: [
    "SendMail",
    "SuppressAddress",
    "WalkTaxEvents",
    "MakePayouts",
    "SettlePayout",
    "StartTimers",
  ].map((name) => `Workers/${name}/`),
};
const described: Record<keyof typeof paths, string> = {
  RelaySilent: "Lambda has not read the table's stream for two minutes, so payouts, emails and webhooks wait",
  SignerSilent: "Lambda has not read a queue of webhooks for two minutes, so deliveries wait",
  QueuesSilent:
    "Lambda has not read a queue of emails, timers, tax pages, payouts or batches for two minutes",
};

/** A dead path fails at nothing, so no other metric sees it. A mapping reports each poll. */
export function heartbeatAlarms(stack: Construct, { http }: Api, everyMinute: readonly IFunction[]): Alarm[] {
  const mappings = stack.node.findAll().filter((each) => each instanceof EventSourceMapping);
  const start = `${stack.node.path}/`.length;
  const ofPath = (places: readonly string[]) =>
    mappings.filter(({ node }) => places.some((place) => node.path.slice(start).startsWith(place)));
  const known = Object.values(paths).flatMap(ofPath);
  const other = mappings.find((mapping) => !known.includes(mapping));
  if (other) throw new Error(`No heartbeat watches the mapping ${other.node.path}. Add it to a path.`);
  const polls = Object.entries(paths).map(([id, places]) => ({
    ...silence(ofPath(places).map(pollsOf), 2),
    id,
    description: `${described[id as keyof typeof paths]}. Look whether an event source mapping is disabled, or lacks a grant.`,
  }));
  const [relay] = ofPath(paths.RelaySilent);
  return [
    ...polls,
    // Without a canary, a quiet night has no request.
    ...(relay && stageSettingsOf(stack).canary ? [noTraffic(http, relay)] : []),
    {
      ...silence(
        everyMinute.map((each) => each.metricInvocations({ ...aMinute, statistic: "sum" })),
        3,
      ),
      id: "SchedulesSilent",
      description:
        "A function that runs each minute has not run for three. Look at the schedules MailEveryMinute and WebhooksEveryMinute, and at the metric Throttles.",
    },
  ];
}

/** The polls give each period a value: missing requests alone would ring only when all are empty. */
const noTraffic = (http: Api["http"], relay: EventSourceMapping): Alarm => ({
  id: "NoTraffic",
  metric: new MathExpression({
    expression: "requests + 0 * polls",
    usingMetrics: { requests: http.metricCount(SIX_MINUTES), polls: pollsOf(relay).with(SIX_MINUTES) },
    period: SIX_MINUTES.period,
  }),
  comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
  // The canary's first call is up to five minutes after the first deployment.
  warmUpMinutes: 15,
  description:
    "For six minutes, no request has reached the API, not even the canary's. Look at the domain, its certificate and AWS's health.",
});
const SIX_MINUTES = { period: Duration.minutes(6), statistic: "sum" };

const pollsOf = ({ eventSourceMappingId }: EventSourceMapping) =>
  new Metric({
    namespace: "AWS/Lambda",
    metricName: "PolledEventCount",
    dimensionsMap: { EventSourceMappingUUID: eventSourceMappingId },
    statistic: "n",
    ...aMinute,
  });

/** In a product, a metric without a value counts as 0. Without any value, missing data breaches. */
const silence = (metrics: readonly Metric[], evaluationPeriods: number) => ({
  metric: new MathExpression({
    expression: metrics.map((_, i) => `m${i}`).join(" * "),
    usingMetrics: Object.fromEntries(metrics.map((metric, i) => [`m${i}`, metric])),
    ...aMinute,
  }),
  comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
  evaluationPeriods,
  treatMissingData: TreatMissingData.BREACHING,
});
