// Takes a line of JSON for each call of the TypeScript client, and prints one: `node shim.mjs CLIENT`.
import { getEventListeners } from "node:events";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";

const library = await import(pathToFileURL(process.argv[2]).href);
const opened = {};

const shownBy = (value) => inspect(value, { depth: 9, showHidden: true });
/** What no JSON has: `$date:` and a text that is no date, and a number that is none. */
const special = (value) =>
  typeof value === "string" && value.startsWith("$date:")
    ? new Date(value.slice(6))
    : value === "$NaN"
      ? Number.NaN
      : value;
const read = (fields) =>
  fields && Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, special(v)]));

const operations = {
  client({ client, api, settings }) {
    const entry = { attempts: 0, stop: new AbortController() };
    const options = {
      baseUrl: settings.base,
      headers: settings.headers,
      timeout: settings.timeout_ms,
      callTimeout: settings.call_timeout_ms,
      maxRetries: settings.max_retries,
      retryDelay: settings.retry_delay_ms,
      maxResponseBytes: settings.max_bytes,
      onAttempt() {
        entry.attempts++;
        // The result of a call must not depend on its log.
        throw new Error("A hook fails.");
      },
    };
    const keyed = { ...options, apiKey: settings.key };
    entry.of = api === "agent" ? new library.AgentClient(options) : new library.PlatformClient(keyed);
    opened[client] = entry;
    return { shown: shownBy(entry.of) };
  },
  async call({ client, resource, method, path = [], params, wait, iterate, options = {} }) {
    const { of, stop } = opened[client];
    const given = {
      idempotencyKey: options.idempotency_key,
      dryRun: options.dry_run,
      headers: options.headers,
      timeout: options.timeout_ms,
      callTimeout: options.call_timeout_ms,
      maxRetries: options.max_retries,
      signal: stop.signal,
      interval: options.interval_ms,
      waitTimeout: options.wait_ms,
    };
    const args = [...path, ...(wait ? [wait] : params ? [read(params)] : []), given];
    const call = of[resource][method](...args);
    if (iterate) {
      const items = [];
      for await (const item of call) if (items.push(item) === iterate) break;
      return { items };
    }
    const reply = await call;
    const { status, requestId } = library.responseOf(reply);
    return reply instanceof Uint8Array ? { bytes: reply.length } : { reply, status, request_id: requestId };
  },
  cancel: ({ client }) => void opened[client].stop.abort(),
  close: () => {},
  state: ({ client }) => ({
    tasks: getEventListeners(opened[client]?.stop.signal ?? new EventTarget(), "abort").length,
  }),
  unwrap: async ({ body, headers, secrets, options }) => ({
    event: await library.webhooks.unwrap(body, headers, secrets, read(options)),
  }),
  receipt: async ({ receipt, keys, issuer, text }) =>
    await library.verifyReceipt(receipt, JSON.parse(keys), { issuer, text }),
};

function described(error) {
  const { name, message, detail, status, type, code, param, docUrl, requestId } = error;
  const shown = shownBy(error) + JSON.stringify(error) + error.stack + error;
  const isOurs = error instanceof library.ServiceError;
  const fault =
    isOurs && JSON.parse(JSON.stringify(error)).message !== message ? "its JSON has no message" : undefined;
  if (!isOurs && !(error instanceof TypeError)) return { class: "Untyped", message: error.stack, shown };
  return {
    class: name,
    message: detail ?? message,
    text: String(error),
    status,
    type,
    code,
    param,
    doc_url: docUrl,
    request_id: requestId,
    shown,
    fault,
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { number, operation, ...given } = JSON.parse(line);
  const answer = async () => await operations[operation](given);
  const print = (fields) => {
    const attempts = opened[given.client]?.attempts;
    try {
      const line = JSON.stringify({ number, attempts, ...fields });
      process.stdout.write(`${line.replaceAll("\u2028", "\\u2028")}\n`);
    } catch {
      // JSON.parse reads deeper objects than JSON.stringify writes.
      process.stdout.write(
        `${JSON.stringify({ number, attempts, ok: { reply: { id: fields.ok.reply.id } } })}\n`,
      );
    }
  };
  answer().then(
    (ok) => print({ ok: ok ?? {} }),
    (error) => print({ error: described(error) }),
  );
}
process.exit();
