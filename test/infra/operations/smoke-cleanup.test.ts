import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { cutOff, type Front, startFront } from "../../support/cloud/front.ts";
import { type Ended, opsWith, startOps } from "../../support/cloud/ops.ts";
import { FAST_CLOCK, sharedCloud } from "../../support/cloud/shared-cloud.ts";

let front: Front;
const cloud = await sharedCloud(FAST_CLOCK);
beforeEach(async () => {
  front = await startFront(cloud.url, "127.0.0.1");
});
afterEach(() => front.close());

/** The arguments of `npm run ops -- smoke`, which calls the cloud through the front. */
const args = (timeout = 1) => ["smoke", "--url", front.url, "--timeout", String(timeout)];

/** What the checks said, and what they left. */
async function report(ending: Promise<Ended>) {
  const ended = await ending;
  const [account = ""] = /smoke-[0-9a-f]{8}/.exec(ended.stdout) ?? [];
  const lengthOf = async (noun: string) =>
    ((await cloud.command("list", { noun, account })).data as Json).length;
  const left = { keys: await lengthOf("keys"), endpoints: await lengthOf("endpoints") };
  return { ...ended, left, reasons: ended.stdout.match(/(?<=^FAILED .*\n {9}).*/gm) ?? [] };
}

test("a check that meets a broken answer fails in words, and the stage is cleaned up", async () => {
  front.breakage = ({ method, url = "" }, reply) => {
    const call = `${method} ${url}`;
    // No check expects a list without data.
    if (/^GET .*\/deliveries$/.test(call)) reply.end("{}");
    else if (/^GET \/v1\/payments\//.test(call)) cutOff(reply, 200);
    else if (call === "POST /api/agent/signups") reply.writeHead(201).end("<html>");
    else return false;
    return true;
  };
  const { code, stderr, reasons, left } = await report(opsWith({}, ...args()));
  expect([code, stderr, left]).toEqual([1, "", { keys: 0, endpoints: 0 }]);
  expect(reasons).toEqual([
    expect.stringMatching(/^The check ended with an unexpected error \(TypeError: .+\)\.$/),
    expect.stringMatching(/^\/v1\/payments\/\w+ did not answer: (?:terminated|other side closed)\.$/),
    "/api/agent/signups answered without a JSON object.",
    "/api/agent/signups answered without a JSON object.",
  ]);
});

test("a removal that fails does not stop the others", async () => {
  front.breakage = ({ method }, reply) => {
    if (method !== "DELETE") return false;
    cutOff(reply, 200);
    return true;
  };
  const { stdout, left } = await report(opsWith({}, ...args()));
  expect(stdout).toContain("2 things could not be removed");
  expect(left).toEqual({ keys: 0, endpoints: 1 });
});

test("Ctrl-C ends the waiting check, skips the others and cleans the stage up, also when npm repeats it", async () => {
  const running = startOps({}, ...args(600));
  front.breakage = ({ method, url = "" }, reply) => {
    if (!/^GET \/v1\/payments\//.test(`${method} ${url}`)) return false;
    reply.end('{"status":"pending"}');
    running.child.kill("SIGINT");
    setTimeout(() => running.child.kill("SIGINT"), 20);
    return true;
  };
  const { code, stdout, stderr, reasons, left } = await report(running.ended);
  expect([code, reasons, left]).toEqual([1, [], { keys: 0, endpoints: 0 }]);
  expect(stderr).toMatch(/^Stopping\. .+\n$/);
  expect(stdout).toMatch(/^skipped {2}a payout's hint arrives when it is due .*: you stopped it$/m);
  expect(stdout).toMatch(/^skipped {2}a sandbox signup's timer .*: you stopped it$/m);
  expect(stdout).toMatch(/^You stopped it\. Left are the account/m);
});
