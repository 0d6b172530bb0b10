import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { CfnFunction } from "aws-cdk-lib/aws-lambda";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { endClouds } from "../support/cloud-process.ts";
import { fixtureAssembly, removeFixtures } from "../support/fixture.ts";
import type { Json } from "../support/http.ts";
import { type LocalCloud, startLocalCloud } from "../support/local-cloud.ts";

/** Both functions load it, so they share its client and what it counts. */
const SHARED = `import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
const sqs = new SQSClient({});
export const send = (QueueUrl) => sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: "1" }));
const seen = new WeakMap();
const present = () => globalThis[Symbol.for("lambda:environment")]();
export const calls = () => { seen.set(present(), (seen.get(present()) ?? 0) + 1); return seen.get(present()); };`;

const HANDLER = `import { setTimeout as sleep } from "node:timers/promises";
import { calls, send } from "../shared.mjs";
export const handler = async ({ wait, queue, fail }) => {
  if (fail) throw new Error(fail);
  console.log("served by " + process.env.OWN);
  const before = process.env.OWN;
  if (queue) await send(process.env.QUEUE);
  if (wait) await sleep(wait);
  return { before, after: process.env.OWN, foreign: process.env.FOREIGN ?? null, calls: calls(), scale: process.env.TIME_SCALE };
};`;

const HASTY = "const { OWN } = process.env; export const handler = () => OWN;";

let cloud: LocalCloud;
beforeAll(async () => {
  const assembly = fixtureAssembly(({ stack, add }) => {
    const queue = new Queue(stack, "Sent");
    const variables = { QUEUE: queue.queueUrl };
    const first = add("First", HANDLER, { ...variables, OWN: "first", FOREIGN: "of the first" });
    queue.grantSendMessages(first);
    const second = add("Second", HANDLER, { ...variables, OWN: "second" });
    (second.node.defaultChild as CfnFunction).timeout = 2;
    add("Hasty", HASTY, { OWN: "hasty" });
  });
  const handlers = join(assembly, "handlers.mjs");
  writeFileSync(join(assembly, "shared.mjs"), SHARED);
  writeFileSync(handlers, moduleOf(assembly));
  cloud = await startLocalCloud({ assembly, handlers });
});
afterAll(async () => {
  await endClouds();
  removeFixtures();
});

/** Imports every function of a template. */
function moduleOf(assembly: string): string {
  const { Resources } = JSON.parse(readFileSync(join(assembly, "Fixture.template.json"), "utf8"));
  const folders = Object.values<Json>(Resources)
    .filter(({ Type }) => Type === "AWS::Lambda::Function")
    .map(({ Metadata }) => Metadata["aws:asset:path"] as string);
  const loaders = folders.map((folder) => {
    const { href } = pathToFileURL(join(assembly, folder, "index.mjs"));
    return `${JSON.stringify(folder)}: () => import(${JSON.stringify(href)})`;
  });
  return `export const handlers = { ${loaders.join(", ")} };`;
}

test("functions of one process have their own variables at the same time, and no others", async () => {
  const both = await Promise.all([cloud.invoke("first", { wait: 50 }), cloud.invoke("second", { wait: 20 })]);
  expect(both).toMatchObject([
    { before: "first", after: "first", foreign: "of the first" },
    { before: "second", after: "second", foreign: null },
  ]);
});

test("a module that reads a variable of one function while it loads fails", async () => {
  expect(await cloud.invoke("hasty", {})).toMatchObject({
    ok: false,
    errorMessage: expect.stringContaining("reads OWN while it loads"),
  });
});

test("a call has the rights of its function, although both have one client", async () => {
  await cloud.clearUsage();
  expect(await cloud.invoke("first", { queue: true })).toMatchObject({ before: "first" });
  expect(await cloud.invoke("second", { queue: true })).toMatchObject({
    errorMessage: expect.stringContaining("second is not authorized to perform sqs:SendMessage"),
  });
  expect(await cloud.usage()).toMatchObject({
    first: { invocations: 1, calls: { "sqs:SendMessage": 1 } },
    second: { invocations: 1, calls: {} },
  });
});

test("an environment serves one invocation at a time, and keeps its state", async () => {
  const at = async () => (await cloud.invoke("first", { wait: 50 })).calls as number;
  const alone = await at();
  const [next, other] = await Promise.all([at(), at()]);
  expect([next, other].sort((a, b) => b - a)[0]).toBe(alone + 1);
  expect(Math.min(next, other)).toBeLessThan(alone + 1);
});

test("an invocation over time gets Lambda's answer", async () => {
  expect(await cloud.invoke("second", { wait: 2_500 })).toEqual({
    ok: false,
    errorType: "Sandbox.Timedout",
    errorMessage: "Task timed out after 2.00 seconds",
  });
});

test("at another pace, the clock and the functions' variable follow, and no time is lost", async () => {
  const before = await cloud.now();
  const pace = async (json: object) => (await cloud.call("/_local/pace", { method: "PUT", json })).status;
  expect(await pace({ pace: 3_600 })).toBe(200);
  expect((await cloud.invoke("first", { wait: 100 })).scale).toBe("3600");
  const after = await cloud.now();
  expect(after - before).toBeGreaterThan(360_000);
  expect(await pace({ pace: 1 })).toBe(200);
  expect(await cloud.now()).toBeGreaterThanOrEqual(after);
  expect((await cloud.invoke("first", {})).scale).toBe("1");
  expect(await pace({ pace: 0.5 })).toBe(400);
});
