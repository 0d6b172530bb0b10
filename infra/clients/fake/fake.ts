import { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { methodsOf } from "../../../shared/contract/operation.ts";
import { operations, pages } from "../../../shared/contract/service.ts";
import { hashOfKey } from "../../../shared/crypto/key-hash.ts";
import { newAccount } from "../../../shared/domain/account/account.ts";
import { apiKeyOf, newApiKey, newKeyRecord } from "../../../shared/domain/account/api-key.ts";
import { scopes } from "../../../shared/domain/account/scope.ts";
import { brand } from "../../../shared/domain/brand/brand.ts";
import { dayOf } from "../../../shared/domain/time/day.ts";
import { secretNames, secretVariable } from "../../../shared/domain/access/secret.ts";
import { directoryShardOf, isOf, keys } from "../../../shared/store/keys/keys.ts";
import { parseOptions } from "../../local/base/command-line.ts";
import { eventOf, targetOf } from "../../local/gateway/gateway-event.ts";
import { listen } from "../../local/gateway/listener.ts";
import { matchRoute, routeNamed } from "../../local/gateway/routes.ts";
import { installNow } from "../../local/time/clock.ts";
import { FAULT_MEANINGS, FaultPlan, type Leaving, sendAnswer } from "./faults.ts";
import { memoryQueues, queueVariables } from "./memory-queues.ts";
import { memoryTable } from "./memory-table.ts";

export type FakeFunctions = Readonly<
  // biome-ignore lint/suspicious/noExplicitAny: each function knows its own event
  Record<string, () => Promise<{ handler: (event: any, context: object) => Promise<any> }>>
>;

const HELP = `${brand.npmPackage} fake

Serves the Platform API and the Agent API on this machine, with the service's own rules and all data in memory,
for tests of your program. No money moves and no email is sent.

  --port N         the port (default 4010; 0 takes a free one)
  --faults LIST    let some requests fail by chance, such as 503:0.1,lost:0.05
  --seed N         the same faults for the same requests (default 1)
  --slow MS        how late a slow answer is (default 2000)
  --limits         refuse requests above the sandbox's quota and the rate limits
  --time-scale N   let time pass N times as fast, such as 60: payouts settle within a second
  --help           print this

Faults:
${FAULT_MEANINGS}

POST /_fake/faults {"next": ["lost", "429"], "path": "/v1/payments"} lets the next requests fail, in this order.
GET /_fake/requests lists the requests: what they asked, with which key, and how they ended. DELETE forgets both.
POST /_fake/keys makes another account and returns its key, for tests that run side by side.
`;

/** The same in each run, so that a configuration can have it. */
const KEY = apiKeyOf("test", "0fake".padEnd(32, "0"));
const MAX_SEEN = 1_000;

export async function fake(args: string[], functions: FakeFunctions): Promise<void> {
  const options = readOptions(args);
  if (options === undefined) return void process.stdout.write(HELP);
  const server = await listen(options.port);
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, variablesAt(url, options.scale));
  runAt(options.scale);
  memoryTable.hasLimits = options.limits;
  const { invoke, answer } = service(functions);
  memoryQueues.invoke = invoke;
  const { relayEntry } = await import("../../../shared/queues/relay-entry.ts");
  memoryTable.onInsert = (item) => {
    const { pk, sk, due_at } = item;
    const key = { pk: String(pk), sk: String(sk) };
    if (isOf("event", key) || isOf("outbox", key) || (isOf("payment", key) && due_at))
      relayEntry(item).catch(tell);
  };
  putAccount(KEY);
  subscribe("lambda:fault", (message) => tell((message as { error: unknown }).error));
  let night = nightOf(Date.now());
  const everyMinute = async () => {
    await invoke("sweep-deliveries", {});
    const last = nightOf(Date.now());
    // The service settles the day before then.
    if (last !== night) await invoke("start-tax-walks", { scheduled_at: last });
    night = last;
  };
  setInterval(() => everyMinute().catch(tell), 60_000 / options.scale);
  const take = requests(options.faults, answer);
  server.removeAllListeners("request").on("request", (request, reply) => void take(request, reply));
  process.stdout.write(`The fake listens at ${url}\nIts API key is ${KEY}\n`);
}

const TWO_HOURS = 7_200_000;

/** The last 02:00 in UTC. */
const nightOf = (now: number) => `${dayOf(new Date(now - TWO_HOURS))}T02:00:00.000Z`;

function readOptions(args: string[]) {
  const { values, positionals } = parseOptions({
    args,
    allowPositionals: true,
    options: {
      port: { type: "string", default: "4010" },
      faults: { type: "string", default: "" },
      seed: { type: "string", default: "1" },
      slow: { type: "string", default: "2000" },
      limits: { type: "boolean", default: false },
      "time-scale": { type: "string", default: "1" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return undefined;
  if (positionals.length > 0) throw new Error("The command fake takes options only. See them with --help.");
  const faults = new FaultPlan(values.faults, wholeIn("seed", values.seed), wholeIn("slow", values.slow));
  const scale = wholeIn("time-scale", values["time-scale"], 1, 10_000);
  return { port: wholeIn("port", values.port, 0, 65_535), faults, scale, limits: values.limits };
}

function wholeIn(option: string, text: string, least = 0, most = 1_000_000_000): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new Error(`--${option} must be a whole number from ${least} to ${most}.`);
}

const variablesAt = (url: string, scale: number): Record<string, string> => ({
  ...queueVariables,
  ...Object.fromEntries(secretNames.map((name) => [secretVariable(name), name])),
  BASE_URL: url,
  STAGE: "local",
  MAIL: "off",
  LOCAL_TARGETS: "allow",
  ...(scale > 1 && { TIME_SCALE: String(scale) }),
});

function runAt(scale: number): void {
  const started = Date.now();
  const now = Date.now;
  memoryQueues.scale = scale;
  if (scale > 1) installNow(() => Math.round(started + (now() - started) * scale));
}

function putAccount(text: string): { api_key: string } {
  const now = new Date();
  const hash = hashOfKey(text);
  const account = newAccount({ name: "Example Company" }, now);
  const key = newKeyRecord(account, "test", scopes, now);
  const items = [
    { ...keys.account(account.account_id), ...account, keys: [{ key_id: key.key_id, hash }] },
    { ...keys.apiKey(hash), ...key },
    { ...keys.apiKey(key.key_id), hash },
    keys.accountDirectory(directoryShardOf(account.account_id), account.account_id),
  ];
  for (const item of items) memoryTable.put(item);
  return { api_key: text };
}

function service(functions: FakeFunctions) {
  const invoke = async (name: string, event: unknown) => {
    const handler = await functions[name]?.();
    return handler?.handler(event, { getRemainingTimeInMillis: () => 30_000 });
  };
  const routeTo = (key: string, name: string) => ({ ...routeNamed(key), name });
  const routes = [
    ...operations.flatMap(({ name, method, path }) =>
      methodsOf(method).map((each) => routeTo(`${each} ${path}`, name)),
    ),
    ...pages
      .filter(({ name }) => Object.hasOwn(functions, name))
      .flatMap(({ name, routes }) => routes.map((route) => routeTo(route, name))),
  ];
  const unknown = routeTo("$default", "unknown-route");
  const answer = async (request: IncomingMessage, body: Buffer, requestId: string): Promise<Leaving> => {
    const target = targetOf(request);
    const path = decoded(target.path);
    const { route = unknown, parameters } = matchRoute(routes, unknown, request.method ?? "GET", path);
    const parts = { ...target, path, parameters, body, routeKey: route.key, requestId };
    const event: APIGatewayProxyEventV2 = eventOf(request, parts);
    const result = await invoke(route.name, event);
    return {
      status: result.statusCode,
      headers: { ...result.headers, ...(result.cookies && { "set-cookie": result.cookies }) },
      bytes: Buffer.from(result.body ?? "", result.isBase64Encoded ? "base64" : "utf8"),
    };
  };
  return { invoke, answer };
}

/** A path with an escape that is not UTF-8 is no route's. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

type Seen = {
  request_id: string;
  method: string;
  path: string;
  fault: string | undefined;
  idempotency_key: string | undefined;
  status?: number;
};

function requests(faults: FaultPlan, answer: ReturnType<typeof service>["answer"]) {
  let seen: Seen[] = [];
  const control = (call: string, body: Buffer): object => {
    if (call === "POST /_fake/keys") return putAccount(newApiKey("test"));
    if (call === "POST /_fake/faults") faults.script(parsed(body));
    else if (call === "DELETE /_fake/requests") [seen] = [[], faults.forget()];
    else if (call !== "GET /_fake/requests")
      throw new Error(
        "The fake has POST /_fake/faults, POST /_fake/keys, and GET and DELETE /_fake/requests.",
      );
    return { data: seen };
  };
  return async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const { method = "GET", headers } = request;
    const { path } = targetOf(request);
    try {
      const body = await buffer(request);
      if (path.startsWith("/_fake/"))
        return sendAnswer(
          reply,
          controlled(() => control(`${method} ${path}`, body)),
        );
      const request_id = randomUUID();
      const fault = faults.take(path);
      const call: Seen = {
        request_id,
        method,
        path,
        fault,
        idempotency_key: headers["idempotency-key"]?.toString(),
      };
      seen = [...seen.slice(1 - MAX_SEEN), call];
      const work = async () => {
        const done = await answer(request, body, request_id);
        call.status = done.status;
        return done;
      };
      if (fault === undefined) sendAnswer(reply, await work());
      else await faults.inject(fault, reply, work);
    } catch (error) {
      tell(error);
      reply.destroy();
    }
  };
}

function parsed(body: Buffer): object {
  try {
    return Object(JSON.parse(body.toString()));
  } catch {
    return {};
  }
}

function controlled(control: () => object): Leaving {
  const answer = (status: number, value: object): Leaving => ({
    status,
    headers: { "content-type": "application/json" },
    bytes: Buffer.from(JSON.stringify(value)),
  });
  try {
    return answer(200, control());
  } catch (error) {
    return answer(400, { message: (error as Error).message });
  }
}

const tell = (error: unknown): void =>
  void process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
