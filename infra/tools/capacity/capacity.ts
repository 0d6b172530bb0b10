import { largestQuota } from "../../../shared/domain/account/standing.ts";
import { MAX_AT_ONCE } from "../../../shared/domain/webhook/webhook-endpoint.ts";
import { DELIVERY_SHARDS, dueShards } from "../../../shared/store/keys/keys.ts";
import { awsQuotas } from "../../local/quotas/quotas.ts";
import { idleMonth, type Resources } from "../../stack/cost/month.ts";
import { flowPrice, flows, payoutIndexUnits } from "../../stack/cost/prices.ts";
import type { StageSettings } from "../../stack/settings/settings.ts";

/** Standard payouts a second, each with one endpoint, of so many accounts with equal shares. */
export type Load = { payouts: number; accounts: number; ids?: readonly string[] };

/** What gives at `at` payouts a second. A quota is AWS's, a setting the stage's, a rule the code's. */
export type Limit = { at: number; kind: "quota" | "setting" | "rule"; what: string; raise: string };

/** Of a batch of ten, assumed. The signer's is mostly the receiver's. */
const SECONDS = { signer: 0.3, others: 0.1 };
const BATCH = 10;
/** Of a shard of the sums, at 0.05 % refused: the simulation of decision 248. */
const A_SHARD_OF_SUMS = 11;
const SUMS = { first: 16, further: 11 };
/** Of a thing that many write at once, and the payouts a second of an account in one: decision 248. */
export const MAX_PARTS = 8;
const OF_A_PART = 125;
/** A step of parts lies after the next release. */
const NEXT_RELEASE_DAYS = 14;
/** A payout is created and settled in a transaction each, which charges an item twice. */
const TWO_TRANSACTIONS = 4;
/** An item enters the due index, and leaves it. */
const DUE = 2;
const INVOCATION_SECONDS = 0.03;
/** A stage with more is a cell. The table's quota, as AWS has it at first, bounds it. */
const CELL = 1_000;
/** Settings have room for a peak of twice the load. */
export const PEAK = 2;
const MONTH_SECONDS = 30 * 24 * 3_600;

const { requests, invocations, writes } = flows.payout;
const ofIndexes = Object.values(payoutIndexUnits);
const tableUnits = writes - ofIndexes.reduce((sum, units) => sum + units, 0);
const busySeconds = invocations * INVOCATION_SECONDS;
const partition = awsQuotas.partitionWrites.refill;

/** What the template of a stage says of its size. A template without one of them is an error. */
function sizesOf(resources: Resources) {
  const propertyOf = (type: string, id: string, ...[group, name]: readonly [string, string]): number => {
    const found = Object.entries(resources).find(
      ([key, { Type }]) => Type === `AWS::${type}` && key.includes(id),
    );
    const value = (found?.[1].Properties?.[group] as Record<string, unknown> | undefined)?.[name];
    if (typeof value !== "number") throw new Error(`The template has no ${type} ${id} with ${group}.${name}`);
    return value;
  };
  const placesOf = (id: string) =>
    propertyOf("Lambda::EventSourceMapping", id, "ScalingConfig", "MaximumConcurrency");
  return {
    throttle: propertyOf("ApiGatewayV2::Stage", "", "DefaultRouteSettings", "ThrottlingRateLimit"),
    fanOut: placesOf("EventsToFanOut"),
    first: placesOf("FirstToSigner"),
    due: placesOf("DuePayouts"),
  };
}

/** What bounds a stage, the lowest first. By arithmetic: no emulator has AWS's partitions. */
export function limitsOf(resources: Resources, settings: StageSettings, { accounts }: Load): Limit[] {
  const partsOf = (name: string) => settings.parts?.[name]?.at(-1)?.[1] ?? 1;
  const named = Object.keys(settings.parts ?? {}).filter((name) => name.startsWith("acct_"));
  const parts = named.length < accounts ? 1 : Math.min(...named.map(partsOf));
  const ofThem = [...ofAccounts(accounts, parts), ...ofStage(resources, partsOf("deliveries"))];
  const limits = [...ofThem, ...quotas(resources, settings)];
  return limits.sort((a, b) => a.at - b.at);
}

const ofAccounts = (accounts: number, parts: number): Limit[] =>
  (
    [
      ["places of an endpoint in the first lane", (MAX_AT_ONCE * BATCH) / SECONDS.signer, "faster receivers"],
      ["largest quota of an account", largestQuota.per_minute / 60, "batches of payouts"],
      ["sums of an account", A_SHARD_OF_SUMS * (parts === 1 ? SUMS.first : SUMS.further * parts), PARTS],
      ["partition of an account's payouts", (partition / TWO_TRANSACTIONS) * parts, PARTS],
    ] as const
  ).map(([what, each, raise]) => ({ at: each * accounts, kind: kindOf(raise), what, raise }));

const PARTS = "parts";
const kindOf = (raise: string) => (raise === PARTS ? "setting" : "rule");

function ofStage(resources: Resources, parts: number): Limit[] {
  const { throttle, ...places } = sizesOf(resources);
  const queue = (name: keyof typeof places, what: string, seconds: number): Limit => ({
    at: (places[name] * BATCH) / seconds,
    ...{ kind: "setting", what: `${what}, ${places[name]} batches at once`, raise: "queueFactor" },
  });
  const shards = (count: number, what: string, raise: string): Limit => ({
    at: (count * partition) / DUE,
    ...{ kind: kindOf(raise), what: `due index of ${what}`, raise },
  });
  return [
    queue("fanOut", "fan-out", SECONDS.others),
    queue("due", "settler", SECONDS.others),
    queue("first", "first lane", SECONDS.signer),
    shards(DELIVERY_SHARDS * parts, "deliveries", PARTS),
    shards(dueShards.payment.length, "payouts", "more shards"),
    { at: throttle / requests, kind: "setting", what: "throttle of a route", raise: "requestsPerSecond" },
  ];
}

type Warm = { WarmThroughput?: { WriteUnitsPerSecond: number } };
type WarmTable = Warm & { GlobalSecondaryIndexes?: Warm[] };

function quotas(
  resources: Resources,
  { accountConcurrency = awsQuotas.concurrency.most }: StageSettings,
): Limit[] {
  const { newTableWrites, tableWrites, concurrency, apiRequests } = awsQuotas;
  const found = Object.values(resources).find(({ Type }) => Type === "AWS::DynamoDB::Table");
  const { GlobalSecondaryIndexes: [index] = [], ...table } = (found?.Properties ?? {}) as WarmTable;
  const atOnce = (of: Warm | undefined) => of?.WarmThroughput?.WriteUnitsPerSecond ?? newTableWrites.most;
  const indexUnits = Math.max(...ofIndexes);
  const quota = (at: number, what: string, raise = "Service Quotas"): Limit => ({
    ...{ at, kind: "quota", what, raise },
  });
  return [
    quota(atOnce(table) / tableUnits, newTableWrites.name, "warmWrites"),
    quota(atOnce(index) / indexUnits, "write units of a new index", "warmWrites"),
    quota(tableWrites.most / tableUnits, tableWrites.name),
    quota(tableWrites.most / indexUnits, "write units of an index"),
    quota(accountConcurrency / busySeconds, concurrency.name, "Service Quotas, then accountConcurrency"),
    quota(apiRequests.refill / requests, apiRequests.name),
  ];
}

/** What a stage needs for a load with its peaks, besides those that it has. */
export function settingsFor(limits: readonly Limit[], { payouts, accounts, ids = [] }: Load): StageSettings {
  const since = new Date(Date.now() + NEXT_RELEASE_DAYS * 86_400_000).toISOString().slice(0, 10);
  const stepsTo = (parts: number) => [[`${since}T00:00:00Z`, Math.min(MAX_PARTS, parts)] as [string, number]];
  const needed = Object.entries({
    deliveries: (PEAK * payouts * DUE) / (DELIVERY_SHARDS * partition),
    ...Object.fromEntries(ids.map((id) => [id, partsFor({ payouts, accounts })])),
  }).filter(([, parts]) => parts > 1);
  const short = (raise: string) =>
    Math.max(
      1,
      ...limits.flatMap((limit) => (limit.raise.endsWith(raise) ? (PEAK * payouts) / limit.at : [])),
    );
  const raised = (usual: number, raise: string, step: number) =>
    Math.ceil((usual * short(raise)) / step) * step;
  return {
    requestsPerSecond: raised(2_000, "requestsPerSecond", 500),
    queueFactor: raised(1, "queueFactor", 1),
    warmWrites: raised(awsQuotas.newTableWrites.most, "warmWrites", 1_000),
    accountConcurrency: raised(awsQuotas.concurrency.most, "accountConcurrency", 500),
    ...(needed.length > 0 && {
      parts: Object.fromEntries(needed.map(([name, parts]) => [name, stepsTo(Math.ceil(parts))])),
    }),
  };
}

/** The parts that each account needs. */
export const partsFor = ({ payouts, accounts }: Load): number => Math.ceil(payouts / accounts / OF_A_PART);

/** Of a stage, or of a cell. An account cannot be in two cells. */
export function cellsOf({ payouts, accounts }: Load): { cells: number; each: Load } {
  const cells = payouts < 10 * CELL ? 1 : Math.ceil(payouts / CELL);
  return { cells, each: { payouts: payouts / cells, accounts: Math.ceil(accounts / cells) } };
}

/** US dollars a month, by list prices without the discounts of a volume. */
export function billOfMonth(resources: Resources, { payouts }: Load, cells: number): number {
  const idle = Object.values(idleMonth(resources, "")).reduce((sum, price) => sum + price, 0);
  return payouts * MONTH_SECONDS * flowPrice("payout") + idle * cells;
}
