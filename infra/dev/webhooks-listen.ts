import { setTimeout as sleep } from "node:timers/promises";
import { verifyWebhook } from "../../shared/client/verify-webhook.ts";
import { catalogue } from "../../shared/domain/event/event-catalogue.ts";
import { optionsOf, ownUrl, word } from "../local/base/options.ts";
import { exitCodes, misused, Stop, runTool } from "../local/base/stop.ts";
import { ApiClient, ApiFailure, isWebAddress } from "./partner/api-client.ts";
import { forward, ownSecret, signedDelivery } from "./partner/forward.ts";
import { type Arrival, indented, PortTaken, startListener } from "./partner/listener.ts";
import { EventPoll } from "./partner/poll-events.ts";

/** Shows an account's events on this machine, verifies deliveries, and forwards them to an app. */
const HELP = `Usage: npm run webhooks:listen -- --key svc_test_... [--forward-to URL] [--events TYPE,...]
       npm run webhooks:listen -- --secret whsec_...

  --key KEY          the account's key, or API_KEY: registers a temporary endpoint, and removes it at the end
  --events TYPE,...  only these events, such as payment.completed (default all)
  --forward-to URL   send each delivery to your app, unchanged, and answer as your app does
  --url URL          the service (default: at PORT, or the one that runs here). A deployed service cannot
                     reach this machine, so its events are polled, and signed here

  --secret TEXT      of an endpoint that you registered yourself, or WEBHOOK_SECRET; twice during a rotation
  --port N           listen on localhost:N (default 4000); 0 picks a free one
  --help             print this
`;

const POLL_MS = 2_000;
/** Without an answer of the app, the service retries. */
const APP_IS_DOWN = 502;

type Options = ReturnType<typeof read>;

await runTool(async (args) => {
  const options = read(args);
  const account = options.key === "" ? undefined : new ApiClient(options.url, options.key);
  try {
    if (account && !account.isLocal) await poll(account, options);
    else await listen(account, options);
    return exitCodes.DONE;
  } catch (error) {
    if (!(error instanceof ApiFailure || error instanceof PortTaken)) throw error;
    throw new Stop(error.message, exitCodes.REFUSED);
  }
});

// Its listener would keep a program that failed running.
if (process.exitCode) process.exit();

async function listen(account: ApiClient | undefined, options: Options): Promise<void> {
  const { port, events } = options;
  let { secrets } = options;
  // The endpoint's secret follows its address, so its first delivery may be earlier.
  const ready = Promise.withResolvers<void>();
  const receive = (arrival: Arrival) => ready.promise.then(() => answerTo(arrival, secrets, options));
  const { url: address } = await startListener(port, receive, (message) => print(`  ✗ ${message}`));
  if (account) {
    const description = "npm run webhooks:listen";
    const endpoint = await account.post("/v1/webhooks", { url: address, events, description });
    secrets = [String(endpoint.secret)];
    removeAtEnd(account, String(endpoint.id));
    print(`Registered ${endpoint.id} until Ctrl-C. Its secret is ${endpoint.secret}`);
  }
  ready.resolve();
  print(`Listening on ${address}`);
}

async function answerTo(
  { method, path, headers, body }: Arrival,
  secret: string[],
  { forwardTo }: Options,
): Promise<{ status: number; text?: string }> {
  // The clock of a local cloud may be days ahead.
  const verdict = verifyWebhook({ body, headers, secret, toleranceSeconds: Number.POSITIVE_INFINITY });
  print(`${method} ${path} ${body.length} bytes`);
  print(verdict.ok ? `  ✓ ${verdict.id}` : `  ✗ ${verdict.reason}: ${verdict.message}`);
  print(indented(body.toString()));
  if (!verdict.ok) return { status: 400, text: verdict.reason };
  return { status: forwardTo === undefined ? 204 : await forwarded(forwardTo, headers, body) };
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

async function poll(account: ApiClient, { events, forwardTo }: Options): Promise<void> {
  const secret = ownSecret();
  const poll = new EventPoll(account, events);
  await poll.start();
  print(`Polling ${account.url}. Events are signed on this machine, with ${secret}`);
  for (;;) {
    for (const event of await nextEvents(poll)) {
      const { headers, body } = await signedDelivery(event, secret);
      print(`${event.created_at} ${event.type}\n  ${event.id}\n${indented(body)}`);
      if (forwardTo !== undefined) await forwarded(forwardTo, headers, body);
    }
  }
}

/** Waits until a look succeeds. A bad connection, a 429 and a 503 pass, and a refused key does not. */
async function nextEvents(poll: EventPoll) {
  for (let isBroken = false; ; isBroken = true) {
    await sleep(POLL_MS);
    try {
      const events = await poll.next();
      if (isBroken) print("Polling works again.");
      return events;
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status === 401 || error.status === 403) throw error;
      if (!isBroken)
        print(`Polling failed. It is tried again every ${POLL_MS / 1000} seconds: ${error.message}`);
    }
  }
}

function read(args: string[]) {
  const options = {
    key: { ...word, default: process.env.API_KEY ?? "" },
    url: { ...word, default: ownUrl() },
    events: { ...word, default: "*" },
    "forward-to": word,
    secret: { ...word, multiple: true, default: [process.env.WEBHOOK_SECRET ?? ""] as string[] },
    port: { ...word, default: "4000" },
  } as const;
  const { values } = optionsOf({ args, options }, HELP);
  const { key, url, secret: secrets, "forward-to": forwardTo } = values;
  const events = values.events.split(",");
  const unknown = events.find((type) => type !== "*" && !(type in catalogue));
  if (key === "" && secrets.some((secret) => !secret))
    throw misused(
      `A secret is missing: give --secret whsec_..., or set WEBHOOK_SECRET. Or give --key svc_test_...\n\n${HELP}`,
    );
  if (unknown !== undefined)
    throw misused(`There is no event ${unknown}. Events: ${Object.keys(catalogue).join(", ")}.`);
  for (const [name, address] of Object.entries({ url, "forward-to": forwardTo }))
    if (address !== undefined && !isWebAddress(address))
      throw misused(`--${name} must be an address such as http://localhost:8080/webhooks.`);
  if (!/^\d+$/.test(values.port) || Number(values.port) > 65_535)
    throw misused("--port must be a whole number from 0 to 65535.");
  return { key, url, events, forwardTo, secrets, port: Number(values.port) };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
