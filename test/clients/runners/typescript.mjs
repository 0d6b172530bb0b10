// Runs the scenario with the TypeScript client: `node typescript.mjs CLIENT SCENARIO`. Any Node from 20 on can.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , client, file] = process.argv;
const library = await import(pathToFileURL(client).href);
const { baseUrl, apiKey, steps } = JSON.parse(readFileSync(file, "utf8"));
const options = { baseUrl, retryDelay: 5 };
const clients = {
  platform: new library.PlatformClient({ ...options, apiKey }),
  invalid: new library.PlatformClient({ ...options, apiKey: "svc_test_none" }),
  agent: new library.AgentClient(options),
};
const saved = {};

const resolve = (value) =>
  typeof value === "string" && value.startsWith("$")
    ? (value
        .slice(1)
        .split(".")
        .reduce((at, name) => at?.[name], saved) ?? "none")
    : value;

function requestOptions({ options }) {
  const { timeout_ms, max_retries, idempotency_key, wait_timeout_ms, headers } = options;
  return {
    headers,
    ...(timeout_ms !== undefined && { timeout: timeout_ms }),
    ...(max_retries !== undefined && { maxRetries: max_retries }),
    ...(idempotency_key !== undefined && { idempotencyKey: idempotency_key }),
    ...(wait_timeout_ms !== undefined && { waitTimeout: wait_timeout_ms }),
    interval: 25,
  };
}

async function run(step) {
  if (step.unwrap) {
    const { body, headers, secret } = step.unwrap;
    return { event: await library.webhooks.unwrap(body, headers, secret) };
  }
  const resource = clients[step.key ?? step.api][step.resource];
  const params = step.paramsType
    ? [Object.fromEntries(Object.entries(step.params ?? {}).map(([name, value]) => [name, resolve(value)]))]
    : [];
  const args = [
    ...(step.path ?? []).map(resolve),
    ...(step.wait ? [step.wait] : params),
    requestOptions(step),
  ];
  const call = resource[step.method](...args);
  if (step.iterate) {
    const items = [];
    for await (const item of call) if (items.push(item) === step.take) break;
    return { items };
  }
  const reply = await call;
  if (reply instanceof Uint8Array) return { bytes: reply.length };
  if (step.save) saved[step.save] = reply;
  const { status, requestId } = library.responseOf(reply);
  return { reply, status, has_request_id: requestId !== null };
}

function described(error) {
  if (!(error instanceof library.ServiceError)) throw error;
  const { name, message, status, type, code, param, docUrl, requestId } = error;
  if (String(error.stack).includes(apiKey)) throw new Error("An error shows the key.");
  if (!(error instanceof library.ResponseError)) return { class: name, message: "" };
  return {
    class: name,
    status,
    type,
    code,
    param,
    doc_url: docUrl,
    message,
    has_request_id: requestId !== null,
  };
}

const results = [];
for (const step of steps) results.push(await run(step).catch((error) => ({ error: described(error) })));
process.stdout.write(JSON.stringify(results));
