import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Activity } from "../activity/activity.ts";
import {
  AT_BREAKPOINTS_MS,
  type InvokableFunctions,
  MAX_PAYLOAD_BYTES,
  type Outcome,
  THROTTLED,
} from "../base/ports.ts";
import { ACCOUNT, REGION, type Template } from "../base/template.ts";
import type { Engine } from "../platform/engine.ts";
import { type Iam, roleId } from "../platform/iam.ts";
import type { WatchedMetrics } from "../platform/metrics.ts";
import { permissionsOf } from "../platform/gateway-permissions.ts";
import { type AccessLog, accessLogOf } from "./access-log.ts";
import { brokenReply } from "./broken-code.ts";
import { type Cors, corsHeaders, dropCorsHeaders } from "./gateway-cors.ts";
import { eventOf, resultOf, targetOf } from "./gateway-event.ts";
import { requireKnownApi } from "./known-api.ts";
import { type GatewayRoute, matchRoute, routeOf } from "./routes.ts";
import { gatewayThrottle } from "./throttle.ts";

const MAX_BODY_BYTES = 10 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

const OWN_ANSWERS: Record<number, string> = {
  400: "Bad Request",
  404: "Not Found",
  413: "Request Entity Too Large",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

type Parts = {
  functions: InvokableFunctions;
  iam: Iam;
  activity: Activity;
  url: string;
  metrics: WatchedMetrics;
  /** A debugger may hold a function for as long as it wants. */
  isPatient: boolean;
};

/** A late answer, or this status without a body. `share`: of so many. `byGateway`: as if no function ran. */
export type BadRelease = {
  prefix?: string;
  status?: number;
  ms?: number;
  share?: number;
  byGateway?: boolean;
  cut?: boolean;
};

type Present = { bad: BadRelease; stageVariables: Record<string, string> };

/** Serves the template's HTTP API. A request that began with an earlier template ends with it. */
export class Gateway implements Engine {
  readonly #parts: Parts;
  badRelease: BadRelease = {};
  stageVariables: Record<string, string> = {};
  #api: Api | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  create(template: Template): void {
    for (const id of template.ids("AWS::ApiGatewayV2::Api"))
      template.provide(id, { ref: id, ApiEndpoint: this.#parts.url });
    for (const type of ["Integration", "Route", "Stage"]) {
      for (const id of template.ids(`AWS::ApiGatewayV2::${type}`)) template.provide(id, { ref: id });
    }
  }

  check = requireKnownApi;

  follow(template: Template): void {
    this.#api = new Api(template, this.#parts);
  }

  handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { prefix, share = 1 } = this.badRelease;
    const isBad = prefix !== undefined && request.url?.startsWith(prefix) && Math.random() < share;
    const bad = isBad ? this.badRelease : {};
    if (bad.cut) return void response.destroy();
    return this.#api?.handle(request, response, { bad, stageVariables: this.stageVariables });
  };
}

class Api {
  readonly #routes: GatewayRoute[];
  readonly #fallback: GatewayRoute | undefined;
  readonly #cors: Cors;
  readonly #mayPass: (routeKey: string) => boolean;
  readonly #functions: InvokableFunctions;
  readonly #mayInvoke: (route: GatewayRoute) => Promise<boolean>;
  readonly #activity: Activity;
  readonly #log: AccessLog;
  readonly #timeoutMs: number;

  constructor(template: Template, parts: Parts) {
    const { functions, iam, activity, metrics, isPatient } = parts;
    this.#log = accessLogOf(template, metrics);
    this.#timeoutMs = isPatient ? AT_BREAKPOINTS_MS : TIMEOUT_MS;
    this.#activity = activity;
    this.#functions = functions;
    this.#mayInvoke = invokerOf(template, iam);
    const integrations = new Map(
      template.ofType("AWS::ApiGatewayV2::Integration").map(({ id, properties }) => [
        id,
        {
          uri: String(properties.IntegrationUri),
          role:
            properties.CredentialsArn === undefined ? undefined : roleId(String(properties.CredentialsArn)),
        },
      ]),
    );
    const routes = template
      .ofType("AWS::ApiGatewayV2::Route")
      .map(({ properties }) => routeOf(properties, integrations));
    this.#fallback = routes.find(({ key }) => key === "$default");
    this.#routes = routes.filter(({ key }) => key !== "$default");
    const [api] = template.ofType("AWS::ApiGatewayV2::Api");
    this.#cors = (api?.properties.CorsConfiguration ?? {}) as Cors;
    this.#mayPass = gatewayThrottle(template);
  }

  async handle(request: IncomingMessage, response: ServerResponse, now: Present): Promise<void> {
    const requestId = randomUUID();
    const target = targetOf(request);
    const path = decode(target.path);
    const method = request.method ?? "GET";
    const { route, parameters } = matchRoute(this.#routes, this.#fallback, method, path ?? "");
    if (route) await this.#functions.bundled(route.integration.uri);
    const seen = this.#activity.request(method, target, requestId);
    const log = this.#log(requestId);
    const cors = corsHeaders(this.#cors, request);
    const send = (
      status: number,
      headers: Record<string, string | string[]>,
      body: string | Buffer = "",
      reason?: string,
    ) => {
      seen.answered(status, reason);
      log.answered(status, Buffer.byteLength(body));
      const date = new Date().toUTCString();
      response.writeHead(status, { date, ...headers, ...cors, "apigw-requestid": requestId }).end(body);
    };
    const answer = (status: number, error = log.integrationError) => {
      log.integrationError = error;
      const body = JSON.stringify({ message: OWN_ANSWERS[status] });
      send(status, { "content-type": "application/json", "content-length": String(body.length) }, body);
    };

    if (method === "OPTIONS" && this.#cors.AllowOrigins) return void send(204, {});
    if (path === undefined) return void answer(400);
    if (!route) return void answer(404);
    log.routeKey = route.key;
    if (!this.#mayPass(route.key)) return void answer(429);
    const body = await readBody(request);
    if (body === undefined) return void answer(413);
    seen.routed(route.segments);
    const { ms, status, byGateway } = now.bad;
    if (ms) await sleep(ms);
    if (status && !byGateway) log.integrationLatency = "1";
    if (status) return void (status < 300 ? send(status, {}) : answer(status));

    const context = { path, parameters, body, routeKey: route.key, requestId };
    const event = eventOf(request, { ...target, ...context, stageVariables: now.stageVariables });
    const payload = JSON.stringify(event);
    if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) return void answer(413);
    if (!(await this.#mayInvoke(route))) return void answer(500, "The gateway may not invoke the function");
    const invokedAt = performance.now();
    const outcome = await withTimeout(
      this.#functions.invoke(route.integration.uri, payload, requestId),
      this.#timeoutMs,
    );
    log.integrationError = integrationErrorOf(outcome);
    log.integrationLatency = String(Math.round(performance.now() - invokedAt));
    if (outcome === "timeout") return void answer(503);
    if (!outcome.ok && outcome.broken !== undefined) {
      const { headers, body } = brokenReply(outcome.broken, request.headers.accept);
      return void send(500, headers, body, outcome.broken);
    }
    if (!outcome.ok) return void answer(outcome.errorType === THROTTLED ? 503 : 500);
    const result = resultOf(outcome.payload);
    if (!result) return void answer(500, "The function's reply is invalid");
    const headers: Record<string, string | string[]> = lowerCased(result.headers ?? {});
    if (this.#cors.AllowOrigins) dropCorsHeaders(headers);
    if (result.cookies?.length) headers["set-cookie"] = result.cookies;
    const { statusCode = 200 } = result;
    if (statusCode === 204) return void send(204, headers);
    const bytes = Buffer.from(result.body ?? "", result.isBase64Encoded ? "base64" : "utf8");
    send(statusCode, withLength(headers, request.method, bytes.length), bytes);
  }
}

/** The answer to HEAD has no body, whose length would not be that of GET (RFC 9110, 8.6). */
const withLength = (headers: Record<string, string | string[]>, method = "GET", length: number) => ({
  "content-type": "application/json",
  ...headers,
  ...(method !== "HEAD" && { "content-length": String(length) }),
});

function invokerOf(template: Template, iam: Iam): (route: GatewayRoute) => Promise<boolean> {
  const [api = ""] = template.ids("AWS::ApiGatewayV2::Api");
  const isPermitted = permissionsOf(template);
  return async ({ key, integration: { uri, role } }) => {
    if (role !== undefined) return iam.allows(role, "lambda:InvokeFunction", uri);
    const route = key.replace(" ", "");
    return isPermitted(uri, `arn:aws:execute-api:${REGION}:${ACCOUNT}:${api}/$default/${route}`);
  };
}

function integrationErrorOf(outcome: Outcome | "timeout"): string {
  if (outcome === "timeout") return "Endpoint request timed out";
  return outcome.ok ? "-" : outcome.errorType;
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk as Buffer);
  }
  return length > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks);
}

const lowerCased = (headers: Record<string, string | number | boolean>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));

async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T | "timeout"> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<"timeout">((resolve) => {
    timer = setTimeout(resolve, timeoutMs, "timeout");
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
