import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "@jest/globals";
import { buildSync } from "esbuild";
import { newSecret, sign } from "../../../shared/webhooks/signing.ts";
import { machineTime } from "../../../test/support/cloud/machine-time.ts";
import { packedDir as dir } from "../../../test/support/cloud/packed.ts";
import { FAST_CLOCK, sharedCloud } from "../../../test/support/cloud/shared-cloud.ts";
import { newPartner } from "../../../test/support/partner/platform.ts";
import { FaultProxy } from "./fault-proxy.ts";
import { hostileCases, hostileProblems } from "./hostile.ts";
import { typescript } from "./languages/typescript.ts";
import { runScenario } from "./run-scenario.ts";

const cloud = await sharedCloud(FAST_CLOCK);
const proxy = await FaultProxy.start(cloud);

/** `npm run test:clients` also breaks a copy of each client, and installs each as its readers do. */
test("the TypeScript client passes the scenario through a proxy that injects faults", async () => {
  const { problems, agents } = await runScenario(cloud, proxy, typescript.shim(dir));
  expect(problems).toEqual([]);
  expect(agents).toEqual([expect.stringMatching(/^[\w-]+-typescript\/\d+\.\d+\.\d+$/)]);
});

/** `npm run test:clients` runs them in each language. */
test("the TypeScript client has the stated outcome in at least 90 hostile cases", async () => {
  expect(hostileCases.length).toBeGreaterThanOrEqual(90);
  expect(await hostileProblems("typescript", typescript.shim(dir))).toEqual([]);
});

test("the test kit plays each fault once, and signs what the client verifies", async () => {
  const client = await import(join(dir, "client", "index.js"));
  const kit = await import(join(dir, "client", "testing.js"));
  const limited = kit.errorReply(429, "rate_limit_exceeded", { "retry-after": "0" });
  const fake = new kit.FakeTransport(kit.broken(), kit.late(), limited, kit.reply({ id: "drv_1" }));
  const settings = { baseUrl: "https://HOST", apiKey: "svc_test_1", retryDelay: 0, timeout: 100 };
  const platform = new client.PlatformClient({ ...settings, fetch: fake.fetch });
  expect((await platform.drivers.get("drv_1")).id).toBe("drv_1");
  expect([fake.requests.length, fake.effects()]).toEqual([4, 0]);
  await expect(platform.drivers.get("drv_2")).rejects.toThrow("The script has no answer");
  const created_after = new Date("2026-11-21T09:30:00Z");
  await expect(platform.payouts.list({ created_after })).rejects.toThrow("The script has no answer");
  expect(fake.requests.at(-1).path).toBe("/v1/payments?created_after=2026-11-21T09%3A30%3A00.000Z");

  const body = '{"id":"evt_1","type":"ping"}';
  const headers = await kit.signWebhook(body);
  expect((await client.webhooks.unwrap(body, headers, kit.TEST_SECRET)).type).toBe("ping");
  const old = await kit.signWebhook(body, kit.TEST_SECRET, { at: new Date(0) });
  await expect(client.webhooks.unwrap(body, old, kit.TEST_SECRET)).rejects.toThrow("too old");
});

/** Edge runtimes have these, and no module of Node. Arrays of bytes are instances of this process's class. */
const webStandards = {
  AbortController,
  atob,
  Blob,
  clearTimeout,
  crypto,
  fetch,
  Headers,
  performance,
  setTimeout,
  TextDecoder,
  TextEncoder,
  Uint8Array,
  URL,
  URLSearchParams,
};

test("an edge runtime pays, pages and verifies a webhook with the bundled client", async () => {
  const entryPoints = [join(dir, "client", "index.js")];
  const settings = { bundle: true, platform: "browser", format: "iife", globalName: "client" } as const;
  const { outputFiles } = buildSync({ ...settings, entryPoints, write: false });
  const { key } = await newPartner(cloud);
  const secret = newSecret();
  const body = JSON.stringify({ id: "evt_1", type: "payment.completed", data: {} });
  const sent = { eventId: "evt_1", body: Buffer.from(body), sentAt: machineTime() };
  const headers = sign({ ...sent, secrets: [secret] });
  const context = createContext({ ...webStandards, baseUrl: cloud.url, key, secret, body, headers });
  for (const { text } of outputFiles) runInContext(text, context);
  const program = `(async () => {
    const platform = new client.PlatformClient({ baseUrl, apiKey: key });
    const driver = await platform.drivers.create({ email: "e@example.com", first_name: "E", last_name: "Ng" });
    await platform.payouts.create({ driver_id: driver.id, amount: 12500, currency: "usd" });
    let paid = 0;
    for await (const { amount } of platform.payouts.list({ limit: 1 })) paid += amount;
    const agent = new client.AgentClient({ baseUrl });
    const { status } = await agent.signups.start({ email: "e@example.com", sandbox: true });
    return [paid, status, (await client.webhooks.unwrap(body, headers, secret)).type].join();
  })()`;
  expect(await runInContext(program, context)).toBe("12500,initiated,payment.completed");
});
