import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { unwrapEvent } from "../../infra/tools/clients/typescript/src/webhooks.ts";
import { ApiClient } from "../../infra/tools/partner/api-client.ts";
import { signedDelivery } from "../../infra/tools/partner/forward.ts";
import { EventPoll } from "../../infra/tools/partner/poll-events.ts";
import { verifyWebhook } from "../../shared/client/verify.ts";
import { DELIVERED_TYPE, newPing } from "../../shared/domain/event/event.ts";
import { newSecret, sign } from "../../shared/webhooks/signing.ts";
import { startFront } from "../support/cloud/front.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner, type Partner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";

const tools = join(import.meta.dirname, "..", "..", "infra", "tools");
let running: ChildProcess[] = [];
const cloud = await sharedCloud();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running = [];
});

/** A program of this room, with its output so far. */
function started(program: string, args: string[]) {
  const child = spawn(process.execPath, ["--no-warnings", join(tools, program), ...args]);
  running.push(child);
  const printed = { text: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      printed.text += chunk;
    });
  return { child, printed };
}

async function failPayout(partner: Partner): Promise<void> {
  const { id } = await partner.payout((await partner.driver()).id, { method: "standard" });
  await partner.create(`/v1/test_helpers/payments/${id}/fail`, {});
}

describe("npm run webhooks:listen with a key", () => {
  test("its endpoint gets the named events, forwards them unchanged and is gone at the end", async () => {
    const partner = await newPartner(cloud);
    const app = await Receiver.start();
    const { child, printed } = started("webhooks-listen.ts", [
      ...["--key", partner.key, "--url", cloud.url, "--port", "0"],
      ...["--events", "payment.failed", "--forward-to", app.url("/hooks")],
    ]);
    await eventually(async () => printed.text.includes("Listening on"));
    const secret = /whsec_\S+/.exec(printed.text)?.[0] ?? "";
    await failPayout(partner);
    const [arrived] = await eventually(async () => app.received.length > 0 && app.received);
    expect(arrived?.json.type).toBe("payment.failed");
    const { body = "", headers = {} } = arrived ?? {};
    expect(verifyWebhook({ body, headers, secret })).toMatchObject({ ok: true, id: arrived?.json.id });
    await eventually(async () => printed.text.includes("/hooks 204"));
    child.kill("SIGINT");
    await once(child, "exit");
    expect(printed.text).toContain("Removed wh_");
    expect((await partner.read("/v1/webhooks")).data).toEqual([]);
  });

  test("an app that does not answer lets the delivery be retried", async () => {
    const partner = await newPartner(cloud);
    const { printed } = started("webhooks-listen.ts", [
      ...["--key", partner.key, "--url", cloud.url, "--port", "0"],
      ...["--events", "driver.created", "--forward-to", "http://localhost:1/"],
    ]);
    await eventually(async () => printed.text.includes("Listening on"));
    await partner.driver();
    await eventually(async () => printed.text.split("did not answer").length > 2);
  });

  test("events of a service elsewhere are polled, signed here and forwarded", async () => {
    const elsewhere = await startFront(cloud.url);
    const { url } = elsewhere;
    const [partner, app] = await Promise.all([newPartner(cloud), Receiver.start()]);
    const { printed } = started("webhooks-listen.ts", [
      ...["--key", partner.key, "--url", url],
      ...["--events", "payment.failed", "--forward-to", app.url("/hooks")],
    ]);
    await eventually(async () => printed.text.includes(`Polling ${url}`));
    await failPayout(partner);
    const [arrived] = await eventually(async () => app.received.length > 0 && app.received);
    const { body = "", headers = {}, json } = arrived ?? {};
    expect(json.type).toBe("payment.failed");
    const secret = /whsec_\S+/.exec(printed.text)?.[0] ?? "";
    expect(verifyWebhook({ body, headers, secret })).toEqual({ ok: true, id: json.id });
    expect((await partner.read("/v1/webhooks")).data).toEqual([]);
    elsewhere.close();
  });

  test.each([
    [["--events", "payment.done"], /^There is no event payment.done/],
    [["--forward-to", "localhost"], /^--forward-to must be an address/],
    [["--forward-to", "http://["], /^--forward-to must be an address/],
    [["--url", "example.com"], /^--url must be an address/],
    [["--port="], /^--port must be a whole number/],
    [["--key", "svc_test_nothing"], /API key/],
  ])("%j is refused in one line", async (args, reason) => {
    const key = ["--key", "svc_test_1", "--url", cloud.url, "--port", "0"];
    const { child, printed } = started("webhooks-listen.ts", [...key, ...args]);
    const [code] = await once(child, "close");
    // The service refuses a key, the program all else.
    expect([code, printed.text.trim().split("\n").length]).toEqual([args[0] === "--key" ? 1 : 2, 1]);
    expect(printed.text).toMatch(reason);
  });

  test("a taken port is one clear line", async () => {
    const other = createServer().listen(0, "localhost");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { child, printed } = started("webhooks-listen.ts", [
      ...["--secret", newSecret(), "--port", String(port)],
    ]);
    const [code] = await once(child, "close");
    other.close();
    expect([code, printed.text]).toEqual([
      1,
      `Port ${port} is in use. Choose another with --port N; --port 0 picks a free one.\n`,
    ]);
  });
});

test("a poll finds each later event of the named types once, oldest first", async () => {
  const partner = await newPartner(cloud);
  await partner.driver();
  const poll = new EventPoll(new ApiClient(cloud.url, partner.key), ["driver.created"]);
  await poll.start();
  const ids = [(await partner.driver()).id, (await partner.driver()).id];
  await partner.bankAccount(ids[0], "6789");
  const found = await poll.next();
  expect(found.map(({ data }) => (data as { id: string }).id)).toEqual(ids);
  expect(await poll.next()).toEqual([]);
});

test("a polled event is signed as a delivery is, so the client libraries accept it", async () => {
  const secret = newSecret();
  const event = newPing("wh_1", false, new Date());
  const data = { ...event.data, description: "Zoë 😀" };
  const { headers, body } = signedDelivery({ ...event, data }, secret);
  expect(body).toMatch(/^[ -~]+"Zo\\u00eb \\ud83d\\ude00"}}$/);
  expect(headers["content-type"]).toBe(DELIVERED_TYPE);
  expect(verifyWebhook({ body, headers, secret })).toEqual({ ok: true, id: event.id });
  expect(await unwrapEvent(body, headers, secret)).toEqual({ ...event, data });
  const signed = sign({ eventId: event.id, body: Buffer.from(body), sentAt: new Date(), secrets: [secret] });
  expect(Object.keys(headers)).toEqual(expect.arrayContaining(Object.keys(signed)));
});
