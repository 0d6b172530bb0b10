import { execFile } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import { verifyWebhook } from "../../shared/client/verify-webhook.ts";
import { allowAccess, type LocalControl, localControl, stepLines } from "./demo/local-control.ts";
import { startLocal } from "./demo/local-process.ts";
import { flag, optionsOf } from "../local/base/options.ts";
import { exitCodes, runTool } from "../local/base/stop.ts";
import { ApiClient } from "./partner/api-client.ts";
import { startListener } from "./partner/listener.ts";

const HELP = `Usage: npm run demo -- [--keep]

Runs a local cloud of its own, with data in .local/demo. It ends with the demo, and so do its links.

  --keep  leave it running at the end, until Ctrl-C
  --help  print this
`;

let steps = 0;

await runTool(async (args) => {
  const { keep = false } = optionsOf({ args, options: { keep: flag } }, HELP).values;
  say(
    "This is a local cloud of its own. It ends with the demo, and its links too: --keep leaves it running.",
  );
  say("The first run bundles each function at its first call, which takes a minute. Later runs do not.");
  const { child, url } = startLocal(".local/demo", "inherit");
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
  await demo(await url);
  await showBank(await url);
  say("\nRun it yourself: npm start");
  if (keep) {
    say(`Look around: ${await url}/_local/ and ${await url}/docs. Ctrl-C ends it.`);
    await once(child, "exit");
  }
  return exitCodes.DONE;
}).finally(() => process.exit());

async function demo(url: string): Promise<void> {
  const control = localControl(url);
  step("A key for the sandbox", "npm run ops -- keys create --test");
  const key = await ops(url, "keys", "create", "--test");
  const api = new ApiClient(url, key);
  say(`${key.slice(0, 12)}...`);

  step("A driver", "POST /v1/drivers");
  const driver = await api.post("/v1/drivers", {
    email: "ana@example.com",
    first_name: "Ana",
    last_name: "Ng",
  });
  say(`${driver.id} Ana Ng`);

  step("A gig platform: Ana allows access in her browser", `POST /v1/earnings/${driver.id}/connect`);
  const redirect_url = "https://app.example.com/connected";
  const consent = await api.post(`/v1/earnings/${driver.id}/connect`, { platform: "doordash", redirect_url });
  await allowAccess(String(consent.authorization_url), redirect_url);
  const { platforms_connected, lifetime_earnings } = await api.get(`/v1/drivers/${driver.id}`);
  result("connected", String(platforms_connected));
  result("her earnings", dollars(lifetime_earnings));

  step("A listener on this machine", "POST /v1/webhooks");
  const receiver = { isDead: false, secret: "", verified: [] as string[], attempts: 0 };
  const { url: address } = await startListener(
    0,
    async ({ headers, body }) => {
      receiver.attempts++;
      if (receiver.isDead) return { status: 503 };
      const { secret } = receiver;
      const verdict = verifyWebhook({ headers, body, secret, toleranceSeconds: Number.POSITIVE_INFINITY });
      if (!verdict.ok) return { status: 400 };
      receiver.verified.push(`${JSON.parse(body.toString()).type} ${verdict.id}`);
      return { status: 204 };
    },
    say,
  );
  const endpoint = await api.post("/v1/webhooks", { url: address, events: ["payment.completed"] });
  receiver.secret = String(endpoint.secret);
  say(`${endpoint.id} at ${address}`);

  step("A payout of $125.00 at once, and its webhook", "POST /v1/payments/payout");
  const wish = { driver_id: String(driver.id), amount: 12_500, currency: "usd" };
  const paid = await api.call("POST", "/v1/payments/payout", wish);
  say(`${paid.json.id} is ${paid.json.status}`);
  await control.advance("1s");
  result("received and verified", receiver.verified.join());

  step("All that this request caused", `the console shows it: ${url}/_local/`);
  const lines = stepLines(await control.trace(paid.requestId));
  for (const line of lines) say(line);
  result("lines", String(lines.length || ""));

  step(
    "A dead receiver: the sandbox retries for 12 minutes, and an hour passes in seconds",
    "npm run clock -- +1h",
  );
  Object.assign(receiver, { isDead: true, attempts: 0 });
  const second = await api.post("/v1/payments/payout", wish);
  await showDeadReceiver(api, control, String(endpoint.id), String(second.id));
  result("attempts that the receiver refused", String(receiver.attempts || ""));

  step("The receiver is back", `POST /v1/webhooks/${endpoint.id}/deliveries/.../resend`);
  Object.assign(receiver, { isDead: false, verified: [] });
  const { data } = (await api.get(`/v1/webhooks/${endpoint.id}/deliveries`)) as { data: { id: string }[] };
  await api.post(`/v1/webhooks/${endpoint.id}/deliveries/${data[0]?.id}/resend`, {});
  await control.advance("1s");
  result("received and verified", receiver.verified.join());
}

/** A company that an operator verified and credited. Its bank tests a driver's account before it pays. */
async function showBank(url: string): Promise<void> {
  step("Live mode: a pretend bank takes a file, and pays Ben", `its page: ${url}/_local/bank`);
  const control = localControl(url);
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ company: "Ben's Fleet", email: "fleet@example.com" });
  const registered = await fetch(`${url}/api/agent/partners`, { method: "POST", headers, body });
  const { partner_id } = (await registered.json()) as { partner_id: string };
  const live = new ApiClient(url, await ops(url, "keys", "create", "--live", "--account", partner_id));
  await ops(url, "accounts", "verify", partner_id);
  const wire = ["--amount", "100000", "--reference", "wire 1", "--reason", "Demo", "--yes"];
  await ops(url, "balance", "credit", partner_id, ...wire);
  const { id } = await live.post("/v1/drivers", {
    email: "ben@example.com",
    first_name: "Ben",
    last_name: "Ito",
  });
  const numbers = { routing_number: "021000021", account_number: "123456789", account_type: "checking" };
  await live.post(`/v1/drivers/${id}/bank-accounts`, numbers);
  await control.advance("8d");
  const wish = { driver_id: String(id), amount: 12_500, currency: "usd", method: "standard" };
  const sent = await live.post("/v1/payments/payout", wish);
  say(`${sent.id} is ${sent.status}, and expected at ${sent.expected_at}`);
  await control.advance("5d");
  const { statement } = (await (await fetch(`${url}/_local/bank/json`)).json()) as { statement: string[] };
  for (const line of statement) say(`  ${line}`);
  result("the payout is", String((await live.get(`/v1/payments/${sent.id}`)).status));
}

async function showDeadReceiver(
  api: ApiClient,
  control: LocalControl,
  endpoint: string,
  payout: string,
): Promise<void> {
  const started = performance.now();
  const { from, now } = await control.advance("1h");
  say(`${payout}: ${from} -> ${now}, in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  const { data } = (await api.get(`/v1/webhooks/${endpoint}/deliveries`)) as {
    data: { id: string; status: string }[];
  };
  const latest = await api.get(`/v1/webhooks/${endpoint}/deliveries/${data[0]?.id}`);
  for (const { at, outcome, status } of latest.attempts as { at: string; outcome: string; status?: number }[])
    say(`  attempt at ${at.slice(0, 19)}: ${outcome} ${status ?? ""}`);
  result("the delivery is", data[0]?.status ?? "");
}

function step(title: string, call: string): void {
  say(`\n${++steps}. ${title}\n   ${call}`);
}

/** What a step shows. A step that did nothing ends the demo. */
function result(name: string, value: string): void {
  if (value.trim() === "" || value === dollars(0)) throw new Error(`Step ${steps} has no result: ${name}.`);
  say(`${name}: ${value}`);
}

function say(text: string): void {
  process.stdout.write(`${text.replace(/^(?=[^\n\d ])/, "   ")}\n`);
}

function dollars(cents: unknown): string {
  return `$${(Number(cents) / 100).toFixed(2)}`;
}

/** Runs a command of operators. Returns the first line that it prints, which of a new key is the key. */
async function ops(url: string, ...command: string[]): Promise<string> {
  const program = join(import.meta.dirname, "..", "operations", "ops.ts");
  const args = ["--no-warnings", program, ...command, "--url", url];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout.split("\n")[0] ?? "";
}
