// Runs the hostile cases with the TypeScript client: `node hostile.mjs CLIENT CASES`. Any Node from 20 on can.
import { getEventListeners } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";

const [, , client, file] = process.argv;
const library = await import(pathToFileURL(client).href);
const { apiKey, cases } = JSON.parse(readFileSync(file, "utf8"));

const pay = { driver_id: "drv_1", amount: 500, currency: "usd" };
const ana = { email: "ana@example.com", first_name: "Ana", last_name: "Ng" };

const operations = {
  read: async ({ platform }, [id], options) => (await platform.drivers.get(id, options)).id,
  create: async ({ platform }, _, options) => (await platform.drivers.create(ana, options)).id,
  pay: async ({ platform }, _, options, { body_key }) =>
    (await platform.payouts.create({ ...pay, ...(body_key && { idempotency_key: body_key }) }, options)).id,
  start: async ({ agent }, _, options) => (await agent.signups.start({ email: "a@example.com" }, options)).id,
  unlink: async ({ platform }, ids, options) =>
    (await platform.drivers.deleteBankAccount(...ids, options)).id,
  pdf: async ({ platform }, _, options) =>
    String((await platform.tax.get1099Pdf("drv_1", { year: 2026 }, options)).length),
  wait: async ({ platform }, _, options, { wait_ms = 5_000 }) => {
    const waiting = { ...options, interval: 20, waitTimeout: wait_ms };
    return (await platform.payouts.waitForStatus("pay_1", "completed", waiting)).id;
  },
  list: async ({ platform }, _, options, __, query = {}) => {
    const ids = [];
    for await (const { id } of platform.drivers.list(query, options)) ids.push(id);
    return ids.join();
  },
};

function clientsOf({ base, client: given = {} }, onAttempt) {
  const settings = {
    baseUrl: base,
    retryDelay: 1,
    onAttempt,
    headers: given.headers,
    timeout: given.timeout_ms,
    callTimeout: given.call_timeout_ms,
    maxRetries: given.max_retries,
    maxResponseBytes: given.max_bytes,
  };
  return {
    platform: new library.PlatformClient({ ...settings, apiKey: given.api_key ?? apiKey }),
    agent: new library.AgentClient(settings),
  };
}

/** What an error does wrong. */
function faultOf(error) {
  const shown = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error) + error.stack;
  if (shown.includes(apiKey)) return "it shows the key";
  if (!(error instanceof library.ServiceError)) return undefined;
  return JSON.parse(JSON.stringify(error)).message === error.message ? undefined : "its JSON has no message";
}

function classOf(error) {
  if (error instanceof library.ServiceError) return error.name;
  return error instanceof TypeError ? "ArgumentError" : String(error.stack);
}

async function run(one) {
  const { number, op = "read", ids = ["drv_1"], options = {}, query, times = 1, next, leave } = one;
  const started = performance.now();
  const outcome = { number, result: "ok", value: "", message: "", attempts: 0, ms: 0 };
  let clients;
  const stop = new AbortController();
  if (options.cancel_ms) setTimeout(() => stop.abort(), options.cancel_ms);
  const given = {
    idempotencyKey: options.idempotency_key,
    headers: options.headers,
    timeout: options.timeout_ms,
    callTimeout: options.call_timeout_ms,
    maxRetries: options.max_retries,
    ...((options.cancel_ms || leave) && { signal: stop.signal }),
  };
  const call = async (id) => {
    outcome.value = await operations[op](clients, id ? [id] : ids, given, options, query);
    if (id && outcome.value !== id) throw new Error(`${id} got ${outcome.value}`);
  };
  try {
    clients = clientsOf(one, () => {
      outcome.attempts++;
      // The result of a call must not depend on its log.
      throw new Error("A hook fails.");
    });
    if (inspect(clients, { depth: 9, showHidden: true }).includes(apiKey))
      outcome.fault = "the client shows the key";
    const objects = Array.from({ length: Math.abs(times) }, (_, i) => `drv_${i}`);
    if (times === 1) await call();
    else if (times < 0) for (const id of objects) await call(id);
    else
      for (const result of await Promise.allSettled(objects.map(call)))
        if (result.reason) throw result.reason;
  } catch (error) {
    Object.assign(outcome, {
      result: classOf(error),
      message: String(error.message),
      fault: outcome.fault ?? faultOf(error),
    });
    Object.assign(outcome, { status: error.status, request_id: error.requestId ?? undefined });
  }
  outcome.ms = performance.now() - started;
  if (leave) outcome.left = getEventListeners(stop.signal, "abort").length;
  const { attempts } = outcome;
  if (next) outcome.next = await clients.platform.drivers.get("after").then(() => "ok", String);
  return { ...outcome, attempts };
}

const results = [];
for (const one of cases) results.push(await run(one));
await pause(0);
process.stdout.write(JSON.stringify(results), () => process.exit());
