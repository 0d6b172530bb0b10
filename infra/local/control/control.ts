import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Activity } from "../activity/activity.ts";
import type { LocalConsole } from "../console/console.ts";
import type { AlarmEngine } from "../alarms/alarms.ts";
import type { DynamoDb } from "../dynamodb/dynamodb.ts";
import type { EventSources } from "../event-sources/event-sources.ts";
import type { BadRelease, Gateway } from "../gateway/gateway.ts";
import type { Lambda } from "../lambda/lambda.ts";
import type { Fault, Faults } from "../platform/faults.ts";
import type { Grant, Iam } from "../platform/iam.ts";
import type { MetricName, WatchedMetrics } from "../platform/metrics.ts";
import type { Usage } from "../platform/usage.ts";
import type { Ses } from "../ses/ses.ts";
import type { Queue } from "../sqs/queue.ts";
import type { Sqs } from "../sqs/sqs.ts";
import type { Agenda } from "../time/agenda.ts";
import type { Scheduler } from "../timers/scheduler.ts";
import { listPage, mailPage } from "./mailbox.ts";
import { OperatorAws, type OperatorParts } from "./operator-aws.ts";
import { type Advanced, spanOf, type TimeMachine } from "./time-machine.ts";

type Parts = {
  iam: Iam;
  faults: Faults;
  usage: Usage;
  sqs: Sqs;
  dynamodb: DynamoDb;
  ses: Ses;
  lambda: Lambda;
  scheduler: Scheduler;
  sources: EventSources;
  gateway: Gateway;
  alarms: AlarmEngine;
  metrics: WatchedMetrics;
  agenda: Agenda;
  timeMachine: TimeMachine;
  setPace: (scale: number) => void;
  activity: Activity;
} & OperatorParts;

/** Routes that AWS does not have. Changes need a JSON body, which no page of another origin can send. */
export function control(parts: Parts) {
  const { iam, usage, sqs, dynamodb, ses, lambda, scheduler, agenda, timeMachine, setPace } = parts;
  const operator = new OperatorAws(parts);
  const routes: Record<string, (body: never, isWanted: () => boolean) => unknown> = {
    "GET /_local/clock": () => ({ now: new Date().toISOString() }),
    "POST /_local/clock": (wish: Wish | null, isWanted) => advanceBy(timeMachine, wish ?? {}, isWanted),
    "PUT /_local/pace": ({ pace }: { pace: number }) => setPace(pace),
    "GET /_local/usage": () => usage.report(),
    "PUT /_local/usage": () => usage.clear(),
    "GET /_local/cpu": () => lambda.cpuMs(),
    "GET /_local/grants": () => iam.grants().map((grant) => ({ ...grant, used: iam.wasUsed(grant) })),
    "GET /_local/denials": () => iam.denials(),
    "PUT /_local/revoked": (grants: Grant[]) => iam.revoke(grants),
    "GET /_local/schedules": () => scheduler.list(),
    "POST /_local/schedules": ({ name }: { name: string }) => scheduler.fire(name),
    "PUT /_local/recovery-point": ({ table }: { table: string }) => operator.recoveryPoint.take(table),
    "PUT /_local/index-lag": ({ ms }: { ms: number }) => dynamodb.delayIndexes(ms, agenda),
    ...watching(parts),
  };
  const calls: Record<string, (body: never) => Answer | Promise<Answer>> = {
    "POST /_local/messages": ({ queue, body }: { queue: string; body: string }) => sqs.send(queue, body),
    "POST /_local/redrives": ({ queue }: { queue: string }) => sqs.redrive(queue),
    "PUT /_local/items": (request: Record<string, unknown>) => dynamodb.perform("PutItem", request),
  };

  let opened: Promise<LocalConsole> | undefined;
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value ?? {}));
    const url = new URL(request.url ?? "/", "http://local");
    const { pathname } = url;
    if (request.method === "GET" && /^\/_local\/(console\/|$)/.test(pathname)) {
      opened ??= import("../console/console.ts").then(({ LocalConsole }) => new LocalConsole(parts));
      return (await opened).show(url, response);
    }
    const queue = /^\/_local\/queues\/(\w+)$/.exec(pathname)?.[1];
    const named = queue && sqs.named(queue);
    if (request.method === "GET" && queue)
      return named
        ? void send(200, contentsOf(named))
        : void send(404, { message: `The template has no queue ${queue}.` });

    if (request.method === "GET" && /^\/_local\/mailbox(\/|$)/.test(pathname))
      return showMailbox(ses, pathname, response);
    const command = /^\/_local\/aws\/2015-03-31\/functions\/([\w-]+)\/invocations$/.exec(pathname)?.[1];
    if (request.method === "POST" && command) return invoke(lambda, command, request, response);
    // A page of another origin cannot send its authorization header.
    if (request.headers.authorization && pathname.startsWith("/_local/aws"))
      return operator.answer(`${pathname}${url.search}`.slice("/_local/aws".length), request, response);

    const key = `${request.method} ${pathname}`;
    const [route, call] = [routes[key], calls[key]];
    if (!(route || call))
      return void send(404, { message: "There is no such /_local route. infra/local/README.md lists them." });
    if (route && request.method === "GET") return void send(200, await route(undefined as never, () => true));
    if (request.headers["content-type"] !== "application/json")
      return void send(415, { message: "The content type must be application/json." });
    try {
      const wish = JSON.parse(await text(request)) as never;
      if (!call) return void send(200, await route?.(wish, () => !response.destroyed));
      const { status, body } = (await call(wish)) as Answer;
      send(status, body);
    } catch (error) {
      const { message } = error as Error;
      send(error instanceof RangeError || error instanceof SyntaxError ? 400 : 500, { message });
    }
  };
}

const watching = ({
  gateway,
  faults,
  sources,
  sqs,
  scheduler,
  alarms,
  metrics,
  lambda,
  dynamodb,
}: Parts) => ({
  "GET /_local/faults": () => faults.list(),
  "PUT /_local/faults": (active: Fault[]) => faults.set(active),
  "PUT /_local/release": (bad: BadRelease) => {
    gateway.badRelease = bad;
  },
  "PUT /_local/purged": ({ queue }: { queue: string }) => sqs.purge(queue),
  "PUT /_local/disabled": ({ mappings = [], schedules = [] }: Disabled) => {
    sources.disable(mappings);
    scheduler.disable(schedules);
  },
  "PUT /_local/account": ({ concurrency, losesLogs = false, recovers = true }: Account) => {
    lambda.concurrency.limit(concurrency);
    metrics.losesLogs = losesLogs;
    dynamodb.recovers = recovers;
  },
  "PUT /_local/metrics": ({ value, ...metric }: MetricName & { value: number }) => metrics.put(metric, value),
  "PUT /_local/alarms": () => alarms.forget(),
  "GET /_local/alarms": () => alarms.list(),
});

type Answer = { status: number; body: unknown };
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

function showMailbox(ses: Ses, pathname: string, response: ServerResponse): void {
  const mails = ses.mails();
  if (pathname === "/_local/mailbox/json") {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(mails));
    return;
  }
  const number = pathname.split("/")[3];
  const mail = number ? mails[Number(number) - 1] : undefined;
  response
    .writeHead(number && !mail ? 404 : 200, { "content-type": "text/html; charset=utf-8" })
    .end(mail ? mailPage(mail) : listPage(mails));
}

async function invoke(
  lambda: Lambda,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = request.headers.authorization ? lambda.named(name) : undefined;
  if (!target) {
    response
      .writeHead(404, { "x-amzn-errortype": "ResourceNotFoundException" })
      .end(`{"Message":"Function not found: ${name}"}`);
    return;
  }
  const outcome = await target.invoke(await text(request));
  if (outcome.ok) response.writeHead(200).end(outcome.payload);
  else response.writeHead(200, { "x-amz-function-error": "Unhandled" }).end(JSON.stringify(outcome));
}
