import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { runCli } from "../../../shared/client/test/run-cli.ts";
import { verifyWebhook } from "../../../shared/client/verify-webhook.ts";
import { platformApi } from "../../../shared/contract/platform-api.ts";
import { machineTime } from "../../../test/support/cloud/machine-time.ts";
import { packedDir as dir } from "../../../test/support/cloud/packed.ts";
import { FAST_CLOCK } from "../../../test/support/cloud/shared-cloud.ts";
import { keyedRequests, twice } from "../../../test/support/partner/keyed-requests.ts";
import { type Received, Receiver } from "../../../test/support/partner/receiver.ts";
import { eventually } from "../../local/test/support/eventually.ts";
import { type Call, send } from "../../local/test/support/http.ts";
import { fake as runFake } from "../fake/fake.ts";
import { FaultPlan } from "../fake/faults.ts";
import { FakeCloud } from "./fake-cloud.ts";
import { FaultProxy } from "./fault-proxy.ts";
import { typescript } from "./languages/typescript.ts";
import { runScenario } from "./run-scenario.ts";

const cli = join(dir, "cli.mjs");
const fast = await FakeCloud.start(cli, FAST_CLOCK);
const fake = await FakeCloud.start(cli, 1, "--slow", "300");
const proxy = await FaultProxy.start(fast);
afterAll(() => Promise.all([fast.stop(), fake.stop()]));

test("the TypeScript client passes the whole scenario against the fake", async () => {
  const { problems } = await runScenario(fast, proxy, typescript.shim(dir));
  expect(problems).toEqual([]);
});

let requests: Awaited<ReturnType<typeof keyedRequests>>;
beforeAll(async () => {
  requests = await keyedRequests(fast);
});

// No day has passed.
const served = platformApi.filter(({ name }) => name !== "get-settlement");
test.each(served.map(({ name }) => name))("the fake has the operation %s", async (name) => {
  const { status } = await twice(fast, requests, name, async () => {});
  expect(status).toBeLessThan(300);
});

const reply = (path: string, { headers, ...call }: Call = {}) =>
  send(fake.url + path, { ...call, headers: { authorization: `Bearer ${fake.key}`, ...headers } });
const script = (...next: string[]) => reply("/_fake/faults", { json: { next, path: "/v1/drivers" } });
const seen = async () => (await reply("/_fake/requests")).json.data;
const driver = { email: "ana@example.com", first_name: "Ana", last_name: "Ng" };

describe("a request that the fake lets fail by", () => {
  test.each([
    ["429", "429 rate_limit_exceeded", 0],
    ["500", "500 internal_error", 0],
    ["503", "503 service_unavailable", 0],
    ["500-after", "500 internal_error", 1],
    ["html", "502 <html>Bad gateway</html>", 0],
    ["reset", "socket hang up", 0],
    ["lost", "socket hang up", 1],
    ["cut", "aborted", 1],
    ["slow", "201", 1],
    ["none", "201", 1],
  ])("%s ends with %s, and the number of new drivers is %i", async (fault, outcome, created) => {
    const before = (await reply("/v1/drivers")).json.total_count;
    await script(fault);
    const ended = await reply("/v1/drivers", { json: driver }).then(
      ({ status, text }) =>
        status === 201 ? "201" : `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? text}`,
      (error: Error) => error.message,
    );
    expect([ended, (await reply("/v1/drivers")).json.total_count - before]).toEqual([outcome, created]);
  });

  test("hang has no answer, although the work is done", async () => {
    await script("hang");
    const hanging = fetch(`${fake.url}/v1/drivers`, { signal: AbortSignal.timeout(500) });
    await expect(hanging).rejects.toThrow("timeout");
    expect((await seen()).at(-1)).toMatchObject({ fault: "hang", status: 401 });
  });
});

test("a retry of the client pays once, and the fake lists both attempts with one key", async () => {
  await reply("/_fake/requests", { method: "DELETE" });
  const { PlatformClient } = await import(join(dir, "client", "index.js"));
  const platform = new PlatformClient({ baseUrl: fake.url, apiKey: fake.key });
  const { id } = await platform.drivers.create(driver);
  await reply("/_fake/faults", { json: { next: ["lost"], path: "/v1/payments/payout" } });
  await platform.payouts.create({ driver_id: id, amount: 12_500, currency: "usd" });
  expect((await platform.payouts.list({ driver_id: id })).total_count).toBe(1);
  const attempts = (await seen()).filter(({ path }: { path: string }) => path === "/v1/payments/payout");
  expect(attempts.map(({ fault, status }: { fault?: string; status: number }) => [fault, status])).toEqual([
    ["lost", 201],
    [undefined, 201],
  ]);
  expect(attempts[0].idempotency_key).toBe(attempts[1].idempotency_key);
});

test("the fake delivers a signed event to an endpoint on this machine", async () => {
  const receiver = await Receiver.start();
  const registration = { url: receiver.url("/hook"), events: ["driver.created"] };
  const { secret } = (await reply("/v1/webhooks", { json: registration })).json;
  const { id } = (await reply("/v1/drivers", { json: driver })).json;
  await eventually(async () => receiver.received.length === 1);
  const [{ body, headers, json }] = receiver.received as [Received];
  expect([verifyWebhook({ body, headers, secret, now: machineTime() }), json.data.id]).toEqual([
    { ok: true, id: json.id },
    id,
  ]);
});

test("the fake refuses requests above the sandbox's quota only with --limits", async () => {
  const limited = await FakeCloud.start(cli, 1, "--limits");
  try {
    const statuses = async ({ url, key }: FakeCloud) => {
      const headers = { authorization: `Bearer ${key}` };
      const replies = await Promise.all(
        Array.from({ length: 60 }, () => send(`${url}/v1/account`, { headers })),
      );
      return new Set(replies.map(({ status }) => status));
    };
    expect([await statuses(fake), await statuses(limited)]).toEqual([new Set([200]), new Set([200, 429])]);
  } finally {
    await limited.stop();
  }
});

test("faults by chance are the same with the same seed", async () => {
  const drawn = (seed: number) => {
    const plan = new FaultPlan("503:0.5", seed, 0);
    return Array.from({ length: 20 }, () => (plan.take("/v1/account") ? 503 : 401));
  };
  const faulty = await FakeCloud.start(cli, 1, "--faults", "503:0.5", "--seed", "7");
  const statuses: number[] = [];
  while (statuses.length < 20) statuses.push((await send(`${faulty.url}/v1/account`, {})).status);
  await faulty.stop();
  expect(statuses).toEqual(drawn(7));
  expect(new Set(statuses)).toEqual(new Set([401, 503]));
  expect(drawn(8)).not.toEqual(statuses);
});

describe("the command fake", () => {
  test.each([
    [["--prot", "1"], "Unknown option --prot. Did you mean --port? See all options with --help."],
    [["--port", "x"], "--port must be a whole number from 0 to 65535."],
    [
      ["--port", new URL(fake.url).port],
      `Port ${new URL(fake.url).port} is in use. Choose another with --port.`,
    ],
    [["--faults", "503"], "--faults needs a rate from 0 to 1 for each fault, such as 503:0.1."],
    [["--faults", "503:0.6,lost:0.6"], "The rates of --faults must add up to at most 1."],
    [
      ["--faults", "502:1"],
      "A fault must be one of 429, 500, 503, 500-after, html, reset, lost, cut, slow, hang.",
    ],
    [["--time-scale", "0"], "--time-scale must be a whole number from 1 to 10000."],
    [["there"], "The command fake takes options only. See them with --help."],
  ])("refuses %j with one sentence", async (args, sentence) => {
    await expect(runFake(args, {})).rejects.toThrow(new Error(sentence));
  });

  test("ends with the sentence on standard error", async () => {
    const { code, stdout, stderr } = await runCli(cli, ["fake", "there"]);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(/^The command fake takes .*\n$/)]);
  });
});
