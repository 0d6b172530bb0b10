import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { functionsOf } from "../activity/log-lines.ts";
import { logPatternOf } from "../alarms/log-filter.ts";
import { jsonIn } from "../base/json.ts";
import type { Template } from "../base/template.ts";
import type { EventSources } from "../event-sources/event-sources.ts";
import type { LogEvent } from "../gateway/access-log.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Lambda } from "../lambda/lambda.ts";
import { type AwsEndpoint, replyHeaders } from "../platform/aws-endpoint.ts";
import type { Scheduler } from "../timers/scheduler.ts";
import { RecoveryPoint } from "./recovery-point.ts";

type Json = Record<string, unknown>;
type Answer = { status: number; body: Json | string; error?: string };
type Asked = { path: string; query: URLSearchParams; body: Json; target: string; form: URLSearchParams };
export type OperatorParts = {
  template: () => Template;
  endpoint: AwsEndpoint;
  lambda: Lambda;
  sources: EventSources;
  scheduler: Scheduler;
  gateway: Gateway;
  dataDir: string;
};

const ok = (body: Json | string = {}): Answer => ({ status: 200, body });
const refused = (error: string, message: string, status = 400): Answer => ({
  ...{ status, error },
  body: { __type: error, message, Message: message },
});
const notFound = (what: string) => refused("ResourceNotFoundException", `${what} was not found`, 404);

/** An endpoint for the AWS CLI and SDKs, for the runbook's commands. It checks no permission. */
export class OperatorAws {
  readonly #parts: OperatorParts;
  readonly recoveryPoint: RecoveryPoint;

  constructor(parts: OperatorParts) {
    this.#parts = parts;
    this.recoveryPoint = new RecoveryPoint(async (operation, body) => {
      const answer = await parts.endpoint.operate(`DynamoDB_20120810.${operation}`, body);
      if (answer?.status !== 200) throw new Error(JSON.stringify(answer?.body));
      return answer.body;
    });
  }

  async answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(request);
    const url = new URL(path || "/", "http://local");
    const target = String(request.headers["x-amz-target"] ?? "");
    const isForm = String(request.headers["content-type"]).startsWith("application/x-www-form-urlencoded");
    const { status, body, error } = await this.#answerTo(`${request.method}`, {
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      body: isForm || sent === "" ? {} : (JSON.parse(sent) as Json),
      ...{ target, form: new URLSearchParams(isForm ? sent : "") },
    });
    const headers = { ...replyHeaders(), ...(error && { "x-amzn-errortype": error }) };
    if (typeof body === "string")
      response.writeHead(status, { ...headers, "content-type": "text/xml" }).end(body);
    else response.writeHead(status, headers).end(status === 204 ? undefined : JSON.stringify(body));
  }

  async #answerTo(method: string, asked: Asked): Promise<Answer> {
    const { path, target, body } = asked;
    if (asked.form.get("Action") === "ListStackResources") return ok(this.#resources());
    if (target === "Logs_20140328.FilterLogEvents") return this.#logs(body);
    if (target === "DynamoDB_20120810.RestoreTableToPointInTime")
      return ok(await this.recoveryPoint.restore(String(body.TargetTableName)));
    if (target) return (await this.#parts.endpoint.operate(target, body)) ?? this.#unknown(target);
    if (path.startsWith("/schedules")) return ok({ Schedules: this.#schedules() });
    if (path.startsWith("/v2/apis/")) return this.#gatewayStage(method, body);
    const mapping = /^\/2015-03-31\/event-source-mappings\/?([\w-]*)/.exec(path);
    if (mapping) return this.#mappings(method, mapping[1], asked);
    const reserved = /^\/\d{4}-\d\d-\d\d\/functions\/([^/]+)\/concurrency$/.exec(path)?.[1];
    if (reserved) return this.#concurrency(method, reserved, body);
    return this.#unknown(`${method} ${path}${asked.form.get("Action") ?? ""}`);
  }

  #unknown = (what: string) =>
    refused("UnknownOperationException", `The local cloud does not answer ${what}`);

  /** A template has no nested stacks here, so each resource is in the one stack. */
  #resources(): string {
    const members = this.#parts.template().physicalIds();
    const listed = members.map(
      ([type, logical, physical]) =>
        `<member><LogicalResourceId>${logical}</LogicalResourceId><PhysicalResourceId>${physical}</PhysicalResourceId><ResourceType>${type}</ResourceType><ResourceStatus>UPDATE_COMPLETE</ResourceStatus><LastUpdatedTimestamp>2026-01-01T00:00:00Z</LastUpdatedTimestamp></member>`,
    );
    return `<ListStackResourcesResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><ListStackResourcesResult><StackResourceSummaries>${listed.join("")}</StackResourceSummaries></ListStackResourcesResult></ListStackResourcesResponse>`;
  }

  #schedules = () =>
    this.#parts.scheduler
      .list()
      .map(({ name, enabled }) => ({ Name: name, State: enabled ? "ENABLED" : "DISABLED" }));

  #gatewayStage(method: string, { stageVariables = {} }: Json): Answer {
    const { gateway } = this.#parts;
    if (method === "PATCH")
      gateway.stageVariables = { ...gateway.stageVariables, ...(stageVariables as object) };
    return ok({ stageName: "$default", stageVariables: gateway.stageVariables });
  }

  #mappings(method: string, id: string | undefined, { query, body }: Asked): Answer {
    const { sources, lambda } = this.#parts;
    const arn = (name: string) => lambda.find(name)?.arn ?? name;
    if (!id) {
      const of = query.get("FunctionName");
      const found = sources.list().filter(({ FunctionArn }) => of === null || arn(FunctionArn) === arn(of));
      return ok({ EventSourceMappings: found });
    }
    if (method === "PUT") sources.enable(id, body.Enabled !== false);
    const found = sources.list().find(({ UUID }) => UUID === id);
    return found ? ok(found) : notFound(`The event source mapping ${id}`);
  }

  #concurrency(method: string, name: string, body: Json): Answer {
    const { lambda } = this.#parts;
    const found = lambda.find(name);
    if (!found) return notFound(`The function ${name}`);
    const { changed } = lambda.concurrency;
    if (method === "DELETE") {
      changed.delete(found.name);
      return { status: 204, body: {} };
    }
    if (method === "PUT") changed.set(found.name, Number(body.ReservedConcurrentExecutions));
    const ReservedConcurrentExecutions = changed.get(found.name);
    return ok(ReservedConcurrentExecutions === undefined ? {} : { ReservedConcurrentExecutions });
  }

  #logs({ logGroupName, filterPattern = "", startTime = 0, limit = 10_000 }: Json): Answer {
    const test = filterPattern === "" ? () => true : logPatternOf(String(filterPattern));
    if (!test)
      return refused("InvalidParameterException", `The filter pattern is not known: ${filterPattern}`);
    const isAccess = /AccessLogs/.test(String(logGroupName));
    const events = isAccess ? this.#parts.gateway.accessLog : this.#lines();
    const found = events.filter(
      ({ timestamp, message }) => timestamp >= Number(startTime) && test(parsed(message)),
    );
    return ok({ events: found.slice(0, Number(limit)), searchedLogStreams: [] });
  }

  #lines = (): LogEvent[] =>
    functionsOf(this.#parts.dataDir)
      .flatMap((name) => readFileSync(join(this.#parts.dataDir, "logs", `${name}.log`), "utf8").split("\n"))
      .filter((line) => line.startsWith("{"))
      .map((message) => ({ timestamp: Date.parse(String(parsed(message).timestamp)) || 0, message }))
      .sort((a, b) => a.timestamp - b.timestamp);
}

const parsed = (line: string) => (jsonIn(line) ?? {}) as Json;
