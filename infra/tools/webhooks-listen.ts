import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { verifyWebhook } from "../../shared/client/verify.ts";
import { catalogue } from "../../shared/domain/event/event-catalogue.ts";
import { ApiClient, ApiFailure, isWebAddress, ownUrl } from "./partner/api-client.ts";
import { forward, ownSecret, signedDelivery } from "./partner/forward.ts";
import { type Arrival, indented, PortTaken, startListener } from "./partner/listener.ts";
import { EventPoll } from "./partner/poll-events.ts";

/** Shows an account's events on this machine, verifies deliveries, and forwards them to an app. */
const HELP = `Usage: npm run webhooks:listen -- --key svc_test_... [--forward-to URL] [--events TYPE,...]
       npm run webhooks:listen -- --secret whsec_...

  --key KEY          the account's key, or API_KEY: registers a temporary endpoint, and removes it at the end
  --events TYPE,...  only these events, such as payment.completed (default all)
  --forward-to URL   send each delivery to your app, unchanged, and answer as your app does
  --url URL          the service (default http://localhost:3000, or the port in PORT). A deployed service cannot
                     reach this machine, so its events are polled, and signed here

  --secret TEXT      of an endpoint that you registered yourself, or WEBHOOK_SECRET; twice during a rotation
  --port N           listen on localhost:N (default 4000); 0 picks a free one
  --status N         respond to valid deliveries with this status, such as 503 to see retries (default 204)
  --delay SECONDS    wait this long before answering (default 0)
  --any-time         accept old deliveries too, such as those from a service with a --time-scale
  --help             print this
`;

const POLL_MS = 2_000;
const MAX_DELAY_SECONDS = 3_600;
/** Without an answer of the app, the service retries. */
const APP_IS_DOWN = 502;

const options = read();
const { key, url, events, forwardTo, port, status, delayMs } = options;
let { secrets, toleranceSeconds } = options;
const client = key === undefined ? undefined : new ApiClient(url, key);
try {
  if (client && !client.isLocal) await poll(client);
  else await listenOn(port, client);
} catch (error) {
  if (!(error instanceof ApiFailure || error instanceof PortTaken)) throw error;
  stop(`${error.message}\n`, 1);
}

async function listenOn(wanted: number, account: ApiClient | undefined): Promise<void> {
  // The endpoint's secret follows its address, so its first delivery may be earlier.
  const ready = Promise.withResolvers<void>();
  const receive = (arrival: Arrival) => ready.promise.then(() => answerTo(arrival));
  const { url: address } = await startListener(wanted, receive, (message) => print(`  ✗ ${message}`));
  if (account) {
    const description = "npm run webhooks:listen";
    const endpoint = await account.post("/v1/webhooks", { url: address, events, description });
    secrets = [String(endpoint.secret)];
    // The clock of a local cloud may be days ahead.
    toleranceSeconds = Number.POSITIVE_INFINITY;
    removeAtEnd(account, String(endpoint.id));
    print(`Registered ${endpoint.id} until Ctrl-C. Its secret is ${endpoint.secret}`);
  }
  ready.resolve();
  print(`Listening on ${address}`);
}

async function answerTo({
  method,
  path,
  headers,
  body,
}: Arrival): Promise<{ status: number; text?: string }> {
  const verdict = verifyWebhook({ body, headers, secret: secrets, toleranceSeconds });
  print(`${method} ${path} ${body.length} bytes`);
  print(verdict.ok ? `  ✓ ${verdict.id}` : `  ✗ ${verdict.reason}: ${verdict.message}`);
  print(indented(body.toString()));
  if (delayMs > 0) await sleep(delayMs);
  if (!verdict.ok) return { status: 400, text: verdict.reason };
  return { status: forwardTo === undefined ? status : await forwarded(forwardTo, headers, body) };
}

async function forwarded(to: string, headers: Arrival["headers"], body: string | Buffer): Promise<number> {
  const answer = await forward(to, headers, body);
  print(`  → ${to} ${answer ?? "did not answer"}`);
  return answer ?? APP_IS_DOWN;
}

function removeAtEnd(account: ApiClient, id: string): void {
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    const removed = account.call("DELETE", `/v1/webhooks/${id}`);
    await removed.then(
      () => print(`Removed ${id}`),
      (error: Error) => print(`${id} is still registered: ${error.message}`),
    );
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end());
}

async function poll(account: ApiClient): Promise<void> {
  const secret = ownSecret();
  const found = new EventPoll(account, events);
  await found.start();
  print(`Polling ${account.url}. Events are signed on this machine, with ${secret}`);
  for (;;) {
    for (const event of await nextEvents(found)) {
      const { headers, body } = signedDelivery(event, secret);
      print(`${event.created_at} ${event.type}\n  ${event.id}\n${indented(body)}`);
      if (forwardTo !== undefined) await forwarded(forwardTo, headers, body);
    }
  }
}

/** Waits until a look succeeds. A bad connection, a 429 and a 503 pass, and a refused key does not. */
async function nextEvents(found: EventPoll) {
  for (let isBroken = false; ; isBroken = true) {
    await sleep(POLL_MS);
    try {
      const events = await found.next();
      if (isBroken) print("Polling works again.");
      return events;
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status === 401 || error.status === 403) throw error;
      if (!isBroken)
        print(`Polling failed. It is tried again every ${POLL_MS / 1000} seconds: ${error.message}`);
    }
  }
}

function read() {
  try {
    const { values } = parseArgs({
      options: {
        key: { type: "string", default: process.env.API_KEY ?? "" },
        url: { type: "string", default: ownUrl() },
        events: { type: "string", default: "*" },
        "forward-to": { type: "string" },
        secret: { type: "string", multiple: true, default: [process.env.WEBHOOK_SECRET ?? ""] },
        port: { type: "string", default: "4000" },
        status: { type: "string", default: "204" },
        delay: { type: "string", default: "0" },
        "any-time": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) return say(HELP);
    const [port, status, delay] = [numberOf(values.port), numberOf(values.status), numberOf(values.delay)];
    const events = values.events.split(",");
    const unknown = events.find((type) => type !== "*" && !(type in catalogue));
    if (values.key === "" && values.secret.some((secret) => !secret))
      return stop(
        `A secret is missing: give --secret whsec_..., or set WEBHOOK_SECRET. Or give --key svc_test_...\n\n${HELP}`,
      );
    if (unknown !== undefined)
      return stop(`There is no event ${unknown}. Events: ${Object.keys(catalogue).join(", ")}.\n`);
    for (const [name, address] of [
      ["--url", values.url],
      ["--forward-to", values["forward-to"]],
    ])
      if (address !== undefined && !isWebAddress(address))
        return stop(`${name} must be an address such as http://localhost:8080/webhooks.\n`);
    if (!isWhole(port, 0, 65_535)) return stop("--port must be a whole number from 0 to 65535.\n");
    if (!isWhole(status, 200, 599)) return stop("--status must be a whole number from 200 to 599.\n");
    if (!(delay >= 0 && delay <= MAX_DELAY_SECONDS))
      return stop(`--delay must be a number of seconds from 0 to ${MAX_DELAY_SECONDS}.\n`);
    return {
      key: values.key === "" ? undefined : values.key,
      url: values.url,
      events,
      forwardTo: values["forward-to"],
      secrets: values.secret,
      ...{ port, status, delayMs: delay * 1000 },
      toleranceSeconds: values["any-time"] ? Number.POSITIVE_INFINITY : 300,
    };
  } catch (error) {
    return stop(`${(error as Error).message}\n\n${HELP}`);
  }
}

/** An empty text, such as an unset variable of the shell, is no number. */
function numberOf(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function say(text: string): never {
  process.stdout.write(text);
  process.exit(0);
}

/** Usually a mistake in the words of the command. */
function stop(text: string, code = 2): never {
  process.stderr.write(text);
  process.exit(code);
}
