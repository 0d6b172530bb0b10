import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "@jest/globals";
import { StageCaller } from "../../shared/canary/caller.ts";
import { runChecks } from "../../shared/canary/run-checks.ts";
import { freshEmail } from "../support/cloud/cloud.ts";
import { cutOff, startFront } from "../support/cloud/front.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();
const front = await startFront(cloud.url, "127.0.0.1");
const partner = await newPartner(cloud);

type Broken = (call: string, reply: ServerResponse, asked: IncomingMessage) => unknown;
const WRITE = "a transaction over several nouns is written, and an idempotency key replays it";

/** Each way to break a call, and what the canary says of it. */
const cases: [name: string, broken: Broken, failed: [check: string, reason: RegExp][]][] = [
  ["nothing is broken", () => undefined, []],
  [
    "a page is empty",
    (call, reply) => call === "GET /docs" && reply.end(" "),
    [["the pages are served", /^\/docs answered without <main$/]],
  ],
  [
    "the table is not ready",
    (call, reply) => call.startsWith("GET /health") && reply.writeHead(503).end("{}"),
    [["the gateway answers, and the table behind it", /answered 503 \(no error code\) instead of 200/]],
  ],
  [
    "every key is refused",
    (call, reply) => / \/v1\/drivers/.test(call) && reply.writeHead(401).end('{"code":"api_key_invalid"}'),
    [[WRITE, /^\/v1\/drivers answered 401 \(api_key_invalid\)/]],
  ],
  [
    "an idempotency key is forgotten",
    (call, reply, { headers }) =>
      call === "POST /v1/drivers" && headers["idempotency-key"] && reply.writeHead(201).end('{"id":"drv_1"}'),
    [[WRITE, /^The repeated request was not replayed$/]],
  ],
  [
    "replies break off",
    (call, reply) => {
      if (call !== "POST /api/mcp") return false;
      cutOff(reply, 200);
      return true;
    },
    [["the MCP server lists its tools", /^\/api\/mcp did not answer/]],
  ],
];

const drivers = async () => (await partner.read("/v1/drivers")).total_count;

async function run(broken: Broken) {
  front.breakage = (request, reply) => Boolean(broken(`${request.method} ${request.url}`, reply, request));
  const caller = new StageCaller({ api: front.url, id: freshEmail(), callMs: 20_000 });
  caller.key = partner.key;
  return runChecks(caller, 1);
}

test.each(cases)("when %s, the canary says it, and leaves no driver", async (_, broken, failed) => {
  const outcome = await run(broken);
  expect(outcome.failed).toEqual(
    failed.map(([check, reason]) => ({ check, reason: expect.stringMatching(reason) })),
  );
  expect(await drivers()).toBe(0);
});

test("a call that fails once is no failure", async () => {
  let calls = 0;
  const outcome = await run((call, reply) => {
    if (call !== "POST /v1/drivers" || ++calls !== 2) return false;
    cutOff(reply, 201);
    return true;
  });
  expect([outcome, calls]).toEqual([{ failed: [], left: 0 }, 4]);
  expect(await drivers()).toBe(0);
});
