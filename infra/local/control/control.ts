import type { IncomingMessage, ServerResponse } from "node:http";
import type { Activity } from "../activity/activity.ts";
import type { LocalConsole } from "../console/console.ts";
import type { PretendBank } from "../bank/bank.ts";
import type { AlarmEngine } from "../alarms/alarms.ts";
import type { DynamoDb } from "../dynamodb/dynamodb.ts";
import type { EventSources } from "../event-sources/event-sources.ts";
import type { BadRelease, Gateway } from "../gateway/gateway.ts";
import { matchRoute, routeNamed } from "../gateway/routes.ts";
import type { Lambda } from "../lambda/lambda.ts";
import type { Fault, Faults } from "../platform/faults.ts";
import type { Grant, Iam } from "../platform/iam.ts";
import type { MetricName, WatchedMetrics } from "../platform/metrics.ts";
import type { Usage } from "../platform/usage.ts";
import type { Ses } from "../ses/ses.ts";
import type { Queue } from "../sqs/queue.ts";
import type { Sqs } from "../sqs/sqs.ts";
import type { Scheduler } from "../timers/scheduler.ts";
import { bankRoutes } from "./bank-page.ts";
import { mailboxRoutes } from "./mailbox.ts";
import { type OperatorParts, operatorRoutes } from "./operator-aws.ts";
import { answers, type ControlRoutes, changes, sendJson, shows, type Visit } from "./routes.ts";
import { type Advanced, spanOf, type TimeMachine } from "./time-machine.ts";

type Parts = {
  iam: Iam;
  faults: Faults;
  usage: Usage;
  sqs: Sqs;
  dynamodb: DynamoDb;
  ses: Ses;
  bank: PretendBank | undefined;
  lambda: Lambda;
  scheduler: Scheduler;
  sources: EventSources;
  gateway: Gateway;
  alarms: AlarmEngine;
  metrics: WatchedMetrics;
  timeMachine: TimeMachine;
  setPace: (scale: number) => void;
  activity: Activity;
  dataDir: string;
} & OperatorParts;

/** Routes that AWS does not have, and those of AWS that operators call. */
export function control(parts: Parts) {
  const handlers: ControlRoutes = {
    ...consoleRoutes(parts),
    ...mailboxRoutes(parts.ses),
    ...bankRoutes(parts.bank),
    ...operatorRoutes(parts),
    ...timeRoutes(parts),
    ...queueRoutes(parts),
    ...watching(parts),
    ...breaking(parts),
  };
  const routes = Object.entries(handlers).map(([key, handler]) => ({ ...routeNamed(key), handler }));
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", "http://local");
    const { route, parameters } = matchRoute(routes, undefined, request.method ?? "GET", url.pathname);
    await (route?.handler ?? unknownRoute)({ request, response, url, parameters });
  };
}

const unknownRoute = ({ response }: Visit) =>
  sendJson(response, 404, { message: "There is no such /_local route. infra/local/README.md lists them." });

/** The console is loaded when somebody opens it. */
function consoleRoutes(parts: Parts): ControlRoutes {
  let opened: Promise<LocalConsole> | undefined;
  const show = async ({ url, response }: Visit) => {
    opened ??= import("../console/console.ts").then(({ LocalConsole }) => new LocalConsole(parts));
    return (await opened).show(url, response);
  };
  return { "GET /_local/": show, "GET /_local/console/{part+}": show };
}

const timeRoutes = ({ timeMachine, setPace, scheduler }: Parts): ControlRoutes => ({
  "GET /_local/clock": shows(() => ({ now: new Date().toISOString() })),
  "POST /_local/clock": changes((wish: Wish | null, isWanted) =>
    advanceBy(timeMachine, wish ?? {}, isWanted),
  ),
  "PUT /_local/pace": changes(({ pace }: { pace: number }) => setPace(pace)),
  "GET /_local/schedules": shows(() => scheduler.list()),
  "POST /_local/schedules": changes(({ name }: { name: string }) => scheduler.fire(name)),
});

const queueRoutes = ({ sqs, dynamodb }: Parts): ControlRoutes => ({
  "GET /_local/queues/{queue}": ({ response, parameters: { queue = "" } }) => {
    const named = sqs.named(queue);
    return named
      ? sendJson(response, 200, contentsOf(named))
      : sendJson(response, 404, { message: `The template has no queue ${queue}.` });
  },
  "POST /_local/messages": answers(({ queue, body }: { queue: string; body: string }) =>
    sqs.send(queue, body),
  ),
  "POST /_local/redrives": answers(({ queue }: { queue: string }) => sqs.redrive(queue)),
  "PUT /_local/purged": changes(({ queue }: { queue: string }) => sqs.purge(queue)),
  "PUT /_local/items": answers((request: Record<string, unknown>) => dynamodb.perform("PutItem", request)),
});

const watching = ({ iam, usage, lambda, alarms, metrics }: Parts): ControlRoutes => ({
  "GET /_local/usage": shows(() => usage.report()),
  "PUT /_local/usage": changes(() => usage.clear()),
  "GET /_local/cpu": shows(() => lambda.cpuMs()),
  "GET /_local/grants": shows(() => iam.grants().map((grant) => ({ ...grant, used: iam.wasUsed(grant) }))),
  "GET /_local/denials": shows(() => iam.denials()),
  "PUT /_local/metrics": changes(({ value, ...metric }: MetricName & { value: number }) =>
    metrics.put(metric, value),
  ),
  "PUT /_local/alarms": changes(() => alarms.forget()),
  "GET /_local/alarms": shows(() => alarms.list()),
});

const breaking = ({
  iam,
  faults,
  gateway,
  sources,
  scheduler,
  lambda,
  metrics,
  dynamodb,
}: Parts): ControlRoutes => ({
  "GET /_local/faults": shows(() => faults.list()),
  "PUT /_local/faults": changes((active: Fault[]) => faults.set(active)),
  "PUT /_local/revoked": changes((grants: Grant[]) => iam.revoke(grants)),
  "PUT /_local/release": changes((bad: BadRelease) => {
    gateway.badRelease = bad;
  }),
  "PUT /_local/disabled": changes(({ mappings = [], schedules = [] }: Disabled) => {
    sources.disable(mappings);
    scheduler.disable(schedules);
  }),
  "PUT /_local/account": changes(({ concurrency, losesLogs = false, recovers = true }: Account) => {
    lambda.concurrency.limit(concurrency);
    metrics.losesLogs = losesLogs;
    dynamodb.recovers = recovers;
  }),
});

type Disabled = { mappings?: string[]; schedules?: string[] };
type Account = { concurrency?: number; losesLogs?: boolean; recovers?: boolean };
type Wish = { advance?: unknown; timeout?: unknown };

function advanceBy(
  timeMachine: TimeMachine,
  { advance, timeout }: Wish,
  isWanted: () => boolean,
): Promise<Advanced> {
  const ms = span("advance", advance);
  const timeoutMs = timeout === undefined ? undefined : span("timeout", timeout);
  return timeMachine.advance(ms, timeoutMs, isWanted);
}

function span(name: string, value: unknown): number {
  const ms = spanOf(value);
  if (ms !== undefined) return ms;
  throw new RangeError(
    `${name} must be a span of time, such as 90s, 15m, 3d or 1d12h, of at most ten years.`,
  );
}

function contentsOf(queue: Queue) {
  const hidden = queue.all().filter(queue.isHidden);
  return {
    ready: queue.all().filter((message) => !queue.isHidden(message)),
    delayed: hidden.filter(({ receives }) => receives === 0),
    inflight: hidden.filter(({ receives }) => receives > 0),
  };
}
