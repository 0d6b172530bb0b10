import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { unwrapEvent } from "../../infra/clients/typescript/src/webhooks.ts";
import { ApiClient, ApiFailure } from "../../infra/dev/partner/api-client.ts";
import { signedDelivery } from "../../infra/dev/partner/forward.ts";
import { EventPoll } from "../../infra/dev/partner/poll-events.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { vector } from "../../shared/client/test/vector.ts";
import { verifyWebhook } from "../../shared/client/verify-webhook.ts";
import { DELIVERED_TYPE, newPing } from "../../shared/domain/event/event.ts";
import { post } from "../../shared/webhooks/post.ts";
import { newSecret, sign } from "../../shared/webhooks/signing.ts";
import { type Front, startFront } from "../support/cloud/front.ts";
import { machineTime } from "../support/cloud/machine-time.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { atUsualPace } from "../support/cloud/usual-pace.ts";
import { newPartner, type Partner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";

const program = join(import.meta.dirname, "..", "..", "infra", "dev", "webhooks-listen.ts");
const secret = newSecret();
let running: ChildProcess | undefined;
let front: Front;
let partner: Partner;
const cloud = await sharedCloud(FAST_CLOCK);
beforeEach(async () => {
  [front, partner] = await Promise.all([startFront(cloud.url), newPartner(cloud)]);
});
afterEach(() => {
  running?.kill("SIGKILL");
  front.close();
});

/** The program, started as by hand, with its output so far. */
function started(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["--no-warnings", program, ...args], {
    env: { ...process.env, NODE_OPTIONS: "", ...env },
  });
  running = child;
  const printed = { text: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      printed.text += chunk;
    });
  const says = (words: string) =>
    eventually(async () => {
      if (child.exitCode !== null) throw new Error(printed.text);
      return printed.text.includes(words);
    }, 120_000);
  return { child, printed, says };
}

async function failPayout(): Promise<void> {
  const driver = await partner.driver();
  await atUsualPace(cloud, async () => {
    const { id } = await partner.payout(driver.id, { method: "standard" });
    await partner.create(`/v1/test_helpers/payments/${id}/fail`, {});
  });
}

const refused = (status: number) => (reply: ServerResponse) => void reply.writeHead(status).end("{}");
const destroyed = (reply: ServerResponse) => void reply.destroy();

test("with a secret, it takes what is genuine, however old, and shows no control character of it", async () => {
  const { printed, says } = started(["--port", "0"], { WEBHOOK_SECRET: secret });
  await says("Listening on");
  const url = /http:\S+/.exec(printed.text)?.[0] ?? "";
  const deliver = (body: string, held = secret, sentAt = new Date()) => {
    const raw = Buffer.from(body);
    const headers = sign({ eventId: "evt_1", body: raw, sentAt, secrets: [held] });
    return post({ url, headers, body: raw }, { localTargets: true });
  };
  expect(await deliver('{"id":"evt_1"}')).toMatchObject({ outcome: "delivered", status: 204 });
  await says('✓ evt_1\n  {\n    "id": "evt_1"\n  }');
  expect(await deliver("{}", secret, vector.sentAt)).toMatchObject({ status: 204 });
  expect(await deliver('{"id":"evt_1"}', newSecret())).toMatchObject({
    status: 400,
    excerpt: "wrong_secret",
  });
  await deliver("\u001b[2Jgone\u0007");
  await says("�[2Jgone�");
  expect(printed.text).not.toContain(secret);
  // No other machine reaches it.
  const others = Object.values(networkInterfaces()).flatMap((interfaces = []) =>
    interfaces.filter((each) => !each.internal),
  );
  for (const { address } of others.filter(({ scopeid = 0 }) => scopeid === 0)) {
    const socket = new Socket().connect(Number(new URL(url).port), address);
    await expect(once(socket, "connect")).rejects.toThrow();
  }
});

test("with a key, its endpoint gets the named events, forwards them unchanged and is gone at the end", async () => {
  const app = await Receiver.start();
  const { child, printed, says } = started([
    "--key",
    partner.key,
    "--url",
    cloud.url,
    "--port",
    "0",
    "--events",
    "payment.failed",
    "--forward-to",
    app.url("/hooks"),
  ]);
  await says("Listening on");
  const signingSecret = /whsec_\S+/.exec(printed.text)?.[0] ?? "";
  await failPayout();
  const [arrived] = await eventually(async () => app.received.length > 0 && app.received);
  expect(arrived?.json.type).toBe("payment.failed");
  const { body = "", headers = {} } = arrived ?? {};
  expect(verifyWebhook({ body, headers, secret: signingSecret, now: machineTime() })).toMatchObject({
    ok: true,
    id: arrived?.json.id,
  });
  await says("/hooks 204");
  child.kill("SIGINT");
  await once(child, "exit");
  expect(printed.text).toContain("Removed wh_");
  expect((await partner.read("/v1/webhooks")).data).toEqual([]);
});

test("events of a service elsewhere are polled, past an outage, until the key is refused", async () => {
  const app = await Receiver.start();
  const options = ["--key", partner.key, "--url", front.url, "--forward-to", app.url("/hooks")];
  const { child, printed, says } = started(options);
  await says(`Polling ${front.url}`);
  const signingSecret = /whsec_\S+/.exec(printed.text)?.[0] ?? "";
  const left = [refused(503), destroyed];
  front.breakage = (_, reply) => {
    const outage = left.shift();
    outage?.(reply);
    return outage !== undefined;
  };
  const ids = () => app.received.map(({ json }) => json.data.id);
  const first = await partner.driver();
  await eventually(async () => ids().includes(first.id), 120_000);
  // An event that is forwarded again comes with the next poll, before a newer event.
  const second = await partner.driver();
  await eventually(async () => ids().includes(second.id), 120_000);
  expect([ids(), left]).toEqual([[first.id, second.id], []]);
  const { body = "", headers = {} } = app.received[0] ?? {};
  expect(verifyWebhook({ body, headers, secret: signingSecret, now: machineTime() }).ok).toBe(true);

  front.breakage = (_, reply) => {
    reply.writeHead(403).end('{"error":{"message":"The key was revoked."}}');
    return true;
  };
  expect(await once(child, "close")).toEqual([1, null]);
  expect(printed.text.match(/^(Polling (failed|works)|The key).*/gm)).toEqual([
    "Polling failed. It is tried again every 2 seconds: GET /v1/events?limit=100 returned 503.",
    "Polling works again.",
    "The key was revoked.",
  ]);
});

test("a taken port, and each option that it cannot use, ends it with an error", async () => {
  const other = createServer().listen(0, "localhost");
  await once(other, "listening");
  const port = String((other.address() as AddressInfo).port);
  const key = ["--key", "svc_test_1", "--url", cloud.url];
  const cases: [string[], number, RegExp][] = [
    [[], 2, /^A secret is missing: give --secret[\s\S]+Usage:/],
    [[...key, "--events", "payment.done"], 2, /^There is no event payment.done.*\n$/],
    [[...key, "--forward-to", "http://["], 2, /^--forward-to must be an address.*\n$/],
    [[...key, "--port", "0"], 1, /^.*API key.*\n$/],
    [["--secret", secret, "--port", port], 1, /^Port \d+ is in use\. .* --port 0 picks a free one\.\n$/],
  ];
  for (const [args, code, says] of cases) {
    const { child, printed } = started(args);
    expect([args, await once(child, "close")]).toEqual([args, [code, null]]);
    expect(printed.text).toMatch(says);
  }
  other.close();
});

const poll = async (...types: string[]) => {
  const events = new EventPoll(new ApiClient(front.url, partner.key), types);
  await events.start();
  return async () => (await events.next()).map(({ data }) => (data as { id: string }).id);
};

test("a poll finds each event of the named types in an outage of hours, once and oldest first", async () => {
  await partner.driver();
  const next = await poll("driver.created");
  const during: string[] = [];
  for (let i = 0; i < 3; i++) {
    during.push((await partner.driver()).id);
    await partner.bankAccount(during[i] as string, "6789");
    await cloud.advance("1h");
  }
  expect(await next()).toEqual(during);
  expect(await next()).toEqual([]);
});

test("a poll reads every result page, also if there was no event before and a page failed", async () => {
  const next = await poll("*");
  const ids: string[] = [];
  while (ids.length <= 100) ids.push((await partner.driver()).id);
  let failures = 0;
  front.breakage = ({ url }, reply) => {
    if (!url?.includes("starting_after") || failures++ > 0) return false;
    reply.destroy();
    return true;
  };
  await expect(next()).rejects.toThrow(ApiFailure);
  expect(await next()).toEqual(ids);
  expect(await next()).toEqual([]);
});

test("a polled event is signed as a delivery is, so the client libraries accept it", async () => {
  const event = newPing("wh_1", false, new Date());
  const data = { ...event.data, description: "Zoë 😀" };
  const { headers, body } = await signedDelivery({ ...event, data }, secret);
  expect(body).toMatch(/^[ -~]+"Zo\\u00eb \\ud83d\\ude00"}}$/);
  expect(headers["content-type"]).toBe(DELIVERED_TYPE);
  expect(verifyWebhook({ body, headers, secret })).toEqual({ ok: true, id: event.id });
  expect(await unwrapEvent(body, headers, secret)).toEqual({ ...event, data });
  const signed = sign({ eventId: event.id, body: Buffer.from(body), sentAt: new Date(), secrets: [secret] });
  expect(Object.keys(headers)).toEqual(expect.arrayContaining(Object.keys(signed)));
});
