import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { ApiClient, ApiFailure } from "../../infra/tools/partner/api-client.ts";
import { EventPoll } from "../../infra/tools/partner/poll-events.ts";
import { cutOff, type Front, startFront } from "../support/cloud/front.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner, type Partner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";

const program = join(import.meta.dirname, "..", "..", "infra", "tools", "webhooks-listen.ts");
let front: Front;
let partner: Partner;
let running: ChildProcess | undefined;
const cloud = await sharedCloud(FAST_CLOCK);
beforeEach(async () => {
  [front, partner] = await Promise.all([startFront(cloud.url), newPartner(cloud)]);
});
afterEach(() => {
  running?.kill("SIGKILL");
  front.close();
});

/** The program, once it polls, with its output so far. */
async function listener(...args: string[]) {
  const all = ["--no-warnings", program, "--key", partner.key, "--url", front.url, ...args];
  const child = spawn(process.execPath, all, { env: { ...process.env, NODE_OPTIONS: "" } });
  running = child;
  const printed = { text: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      printed.text += chunk;
    });
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(printed.text);
    return printed.text.includes(`Polling ${front.url}`);
  });
  return { child, printed };
}

const refused = (status: number) => (reply: ServerResponse) => void reply.writeHead(status).end("{}");
const destroyed = (reply: ServerResponse) => void reply.destroy();

test("an outage is reported once, and an event of it is forwarded once after it", async () => {
  const app = await Receiver.start();
  const { child, printed } = await listener("--forward-to", app.url("/hooks"));
  const left = [refused(503), destroyed];
  front.breakage = (_, reply) => {
    const outage = left.shift();
    outage?.(reply);
    return outage !== undefined;
  };
  const first = await partner.driver();
  const ids = () => app.received.map(({ json }) => json.data.id);
  await eventually(async () => ids().includes(first.id), 120_000);
  // An event that is forwarded again comes with the next poll, before a newer event.
  const second = await partner.driver();
  await eventually(async () => ids().includes(second.id), 120_000);
  expect(ids()).toEqual([first.id, second.id]);
  expect(printed.text.match(/^Polling (?:failed|works).*/gm)).toEqual([
    "Polling failed. It is tried again every 2 seconds: GET /v1/events?limit=100 returned 503.",
    "Polling works again.",
  ]);
  expect([left, child.exitCode]).toEqual([[], null]);
});

test.each([401, 403])("a %i ends it, because a refused key stays refused", async (status) => {
  const { child, printed } = await listener();
  front.breakage = (_, reply) => {
    reply.writeHead(status).end('{"error":{"message":"The key was revoked."}}');
    return true;
  };
  const [code] = await once(child, "close");
  expect([code, printed.text.split("\n").slice(1)]).toEqual([1, ["The key was revoked.", ""]]);
});

describe("a poll of events", () => {
  const poll = () => new EventPoll(new ApiClient(front.url, partner.key), ["*"]);
  const idsOf = (events: { data: unknown }[]) => events.map(({ data }) => (data as { id: string }).id);

  test("after an outage of hours, it finds each event of the outage", async () => {
    await partner.driver();
    const events = poll();
    await events.start();
    const during = [];
    for (let i = 0; i < 3; i++) {
      during.push((await partner.driver()).id);
      await cloud.advance("1h");
    }
    expect(idsOf(await events.next())).toEqual(during);
    expect(await events.next()).toEqual([]);
  });

  test.each<[string, (reply: ServerResponse) => void]>([
    ["a 503", refused(503)],
    ["a 429", refused(429)],
    ["no reply", destroyed],
    ["half a reply", (reply) => cutOff(reply, 200)],
    ["another network's page", (reply) => void reply.end("<html>Accept the terms of this network</html>")],
  ])("%s fails one poll, and the next one finds the event", async (_, outage) => {
    const events = poll();
    await events.start();
    const { id } = await partner.driver();
    front.breakage = (_, reply) => {
      front.breakage = () => false;
      outage(reply);
      return true;
    };
    await expect(events.next()).rejects.toThrow(ApiFailure);
    expect(idsOf(await events.next())).toEqual([id]);
  });

  test("it reads every result page, also if there was no event before and a page failed", async () => {
    const events = poll();
    await events.start();
    const made: string[] = [];
    while (made.length <= 100) made.push((await partner.driver()).id);
    let failures = 0;
    front.breakage = ({ url }, reply) => {
      if (!url?.includes("starting_after") || failures++ > 0) return false;
      reply.destroy();
      return true;
    };
    await expect(events.next()).rejects.toThrow(ApiFailure);
    expect(idsOf(await events.next())).toEqual(made);
    expect(await events.next()).toEqual([]);
  });
});

test.each<[string, (reply: ServerResponse) => void]>([
  ["a reply", () => {}],
  ["the end of a reply", (reply) => void reply.writeHead(200, { "content-length": "100" }).write("{")],
])(
  "a client does not wait for %s forever",
  async (_, answer) => {
    front.breakage = (_, reply) => {
      answer(reply);
      return true;
    };
    await expect(new ApiClient(front.url, "svc_test_1", 200).get("/v1/events")).rejects.toThrow(
      new ApiFailure(`${front.url} did not answer within 0.2 seconds.`),
    );
  },
  30_000,
);
