import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { traceOf } from "../../../activity/trace.ts";
import { type AwsEndpoint, callIn, replyHeaders, replyText } from "../../../platform/aws-endpoint.ts";

export type Present = {
  variables: Record<string, string | undefined>;
  accessKeyId: string;
  /** Absent: the process's own. */
  random: (() => number) | undefined;
  requestId: string;
  log: (text: string) => void;
  show: (error: unknown) => void;
};

/** The environment whose code is running. Nothing else distinguishes the functions. */
const present = new AsyncLocalStorage<Present>();

export const within = <T>(environment: Present, run: () => T): T => present.run(environment, run);

const outside = <T>(run: () => T): T => present.run(undefined as never, run);

/**
 * What an environment of its own would have: variables, random numbers, a log, a key for its state
 * (`lambda:environment`), credentials. Clients are shared, so a call gets its credentials last: as a request,
 * or by `lambda:call`, without a connection. Other code notices nothing.
 */
export function shareProcess(endpoint: AwsEndpoint): void {
  Reflect.set(globalThis, Symbol.for("lambda:environment"), () => present.getStore() ?? globalThis);
  shareVariables();
  const ownRandom = Math.random;
  Math.random = () => (present.getStore()?.random ?? ownRandom)();
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    stream.write = (...args: unknown[]) => {
      const environment = present.getStore();
      if (!environment) return write(...args);
      outside(() => environment.log(String(args[0])));
      return true;
    };
  }
  subscribe("lambda:fault", (message) => showError((message as { error: unknown }).error));
  Reflect.set(globalThis, Symbol.for("lambda:call"), (call: Call) => callDirectly(endpoint, call));
  const { host } = new URL(endpoint.url);
  subscribe("http.client.request.created", (message) => {
    const { request } = message as { request: ClientRequest };
    const environment = present.getStore();
    if (!environment || request.getHeader("host") !== host || request.headersSent) return;
    const signed = String(request.getHeader("authorization"));
    request.setHeader(
      "authorization",
      signed.replace(/Credential=[^/]+/, `Credential=${environment.accessKeyId}`),
    );
    request.setHeader("x-amzn-trace-id", traceOf(environment.requestId));
  });
}

type Call = Omit<Parameters<typeof callIn>[0], "body"> & { body?: string | Uint8Array };
const decoder = new TextDecoder();

function callDirectly(endpoint: AwsEndpoint, { method, headers, path, query = {}, body = "" }: Call) {
  const { accessKeyId, requestId } = present.getStore() as Present;
  return outside(async () => {
    const text = typeof body === "string" ? body : decoder.decode(body);
    const call = callIn({ method, headers, path, query, body: text });
    const result = await endpoint.call(accessKeyId, call.target, call.body, traceOf(requestId));
    if (result === "cut") return "cut";
    return { status: result.status, headers: replyHeaders(result.body), body: replyText(result.body) };
  });
}

export function showError(error: unknown): void {
  const environment = present.getStore();
  outside(() => environment?.show(error));
}

function shareVariables(): void {
  const environment = process.env;
  const variables = () => present.getStore()?.variables ?? environment;
  process.env = new Proxy(environment, {
    get: (_, name) => Reflect.get(variables(), name),
    set: (_, name, value) => Reflect.set(variables(), name, value),
    has: (_, name) => Reflect.has(variables(), name),
    deleteProperty: (_, name) => Reflect.deleteProperty(variables(), name),
    ownKeys: () => Reflect.ownKeys(variables()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(variables(), name),
  });
}

/** While they load: the variables that all functions share. Another one fails. */
export function commonVariables(
  environments: readonly Record<string, string>[],
): Record<string, string | undefined> {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of environments.flatMap((each) => Object.entries(each)))
    values.set(name, (values.get(name) ?? new Set()).add(value));
  const common = [...values].flatMap(([name, [value, ...others]]) =>
    others.length === 0 ? [[name, value]] : [],
  );
  return new Proxy(Object.fromEntries(common), {
    get: (target, name: string) => {
      // Libraries look for those that Lambda sets, and do without.
      if (name in target || !values.has(name) || name.startsWith("AWS_")) return target[name];
      throw new Error(
        `A module reads ${name} while it loads, and functions have different values. Read it later.`,
      );
    },
  });
}
