import { execFile } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Policy, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { CfnStateMachine } from "aws-cdk-lib/aws-stepfunctions";
import { ACCOUNT, REGION } from "../base/template.ts";
import { endClouds } from "./support/cloud-process.ts";
import { eventually } from "./support/eventually.ts";
import { fixtureAssembly, removeFixtures } from "./support/fixture.ts";
import { type LocalCloud, startLocalCloud } from "./support/local-cloud.ts";

const ODD = `export const handler = ({ act }) => {
  if (act === "text") throw "a text";
  if (act === "object") throw { code: 1 };
  if (act === "nothing") throw undefined;
  if (act === "odd error") throw Object.assign(new Error("odd"), { name: 5, stack: 7 });
  if (act === "exit") process.exit(3);
  return act === "function" ? () => {} : "done";
};`;

/** Starts the machine, and lists its failed executions. */
const CALLER = `import { ListExecutionsCommand, SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
const sfn = new SFNClient({});
const stateMachineArn = process.env.MACHINE;
export const handler = async ({ start }) => {
  if (start) await sfn.send(new StartExecutionCommand({ stateMachineArn, name: "first" }));
  return (await sfn.send(new ListExecutionsCommand({ stateMachineArn, statusFilter: "FAILED" }))).executions.length;
};`;

/** An edit has renamed this function, and a running execution still has the former name. */
const RENAMED = `arn:aws:lambda:${REGION}:${ACCOUNT}:function:Renamed`;

let cloud: LocalCloud;
let queue = "";
let warned = "";
beforeAll(async () => {
  const assembly = fixtureAssembly(({ stack, add }) => {
    queue = stack.getLogicalId(new Queue(stack, "Plain").node.defaultChild as never);
    add("Odd", ODD);
    add("Calling-back", "export const handler = (event, context, callback) => callback(null, event);");
    add("Nameless", "export const other = () => {};");
    const role = new Role(stack, "Role", { assumedBy: new ServicePrincipal("states.amazonaws.com") });
    const actions = ["lambda:InvokeFunction", "states:StartExecution", "states:ListExecutions"];
    const statements = [new PolicyStatement({ actions, resources: ["*"] })];
    const policy = new Policy(stack, "Policy", { statements });
    policy.attachToRole(role);
    const States = { Act: { Type: "Task", Resource: RENAMED, End: true } };
    const definitionString = JSON.stringify({ StartAt: "Act", States });
    const machine = new CfnStateMachine(stack, "Machine", { roleArn: role.roleArn, definitionString });
    policy.attachToRole(add("Caller", CALLER, { MACHINE: machine.ref }).role as Role);
  });
  // Without --quiet, so that each invocation becomes a line.
  cloud = await startLocalCloud({ assembly, args: [] });
  cloud.process?.stderr?.on("data", (printed) => {
    warned += printed;
  });
});
afterAll(async () => {
  await endClouds();
  removeFixtures();
});

describe("the local cloud continues", () => {
  test.each([
    ["text", { errorType: "Error", errorMessage: "a text" }],
    ["object", { errorType: "Error", errorMessage: "[object Object]" }],
    ["nothing", { errorType: "Error", errorMessage: "undefined" }],
    ["odd error", { errorType: "5", errorMessage: "odd" }],
    ["exit", { errorType: "Runtime.ExitError", errorMessage: "The environment ended with exit code 3" }],
    ["function", null],
  ])("when a handler throws, ends or returns this: %s", async (act, expected) => {
    const reply = await cloud.invoke("odd", { act });
    if (expected) expect(reply).toMatchObject({ ok: false, ...expected });
    else expect(reply).toBeNull();
    expect(await cloud.invoke("odd", {})).toBe("done");
  });

  test.each([
    { Records: null },
    { Records: 5 },
    { Records: [null] },
    { source: "constructor" },
    { source: { toString: 1 } },
  ])("after an invocation with %j", async (event) => {
    expect(await cloud.invoke("odd", event)).toBe("done");
    expect(await cloud.invoke("odd", {})).toBe("done");
  });

  test("after a failed execution, of which the terminal says why", async () => {
    await cloud.invoke("caller", { start: true });
    const line = /^The execution \S+:Machine:first failed: .*Function not found: \S+:Renamed/m;
    await eventually(async () => line.test(warned), 10_000);
    expect(await cloud.invoke("caller", {})).toBe(1);
    await cloud.advance("1d");
  });
});

test.each([
  ["calling-back", "handler takes a callback. On Node 24, Lambda has none: return a promise."],
  ["nameless", "index.mjs exports no function handler."],
])("a call of %s fails with the reason", async (name, reason) => {
  const errorMessage = expect.stringContaining(reason);
  expect(await cloud.invoke(name, {})).toMatchObject({ ok: false, errorMessage });
});

test("a message to a queue arrives, and one to an unknown queue fails", async () => {
  await cloud.sendMessage(queue, "1");
  expect(await cloud.queue(queue)).toEqual([1]);
  await expect(cloud.sendMessage("Typo", "1")).rejects.toThrow("answered 400");
});

test("a character whose bytes are in two chunks of the body arrives whole", async () => {
  const bytes = Buffer.from(JSON.stringify({ queue, body: '"caf\u00e9"' }));
  const middle = bytes.indexOf(Buffer.from("\u00e9")) + 1;
  const headers = { "content-type": "application/json", "transfer-encoding": "chunked" };
  const sent = request(`${cloud.url}/_local/messages`, { method: "POST", headers });
  sent.write(bytes.subarray(0, middle));
  sent.end(bytes.subarray(middle));
  const [reply] = (await once(sent, "response")) as [IncomingMessage];
  expect([reply.statusCode, await text(reply)]).toEqual([200, expect.stringContaining("MessageId")]);
  expect(await cloud.queue(queue)).toContain("caf\u00e9");
});

test("npm run clock finds the cloud of its folder, lets time pass, and refuses what is no span", async () => {
  const clock = (...args: string[]) =>
    new Promise<string>((resolve) => {
      const argv = [join(import.meta.dirname, "..", "clock.ts"), ...args];
      const env = { ...process.env, NODE_OPTIONS: "", PORT: "", DATA_DIR: cloud.dataDir };
      execFile(process.execPath, argv, { env }, (_, stdout, stderr) => resolve(stdout + stderr));
    });
  expect(Math.abs(Date.parse((await clock()).trim()) - (await cloud.now()))).toBeLessThan(60_000);
  expect(await clock("+10h")).toMatch(/^\S+Z -> \S+Z\nEverything that was due has happened\.\n$/m);
  expect(await clock("+soon")).toMatch(/^advance must be a span/);
});

test("other users of the machine can read nothing in the data folder", () => {
  const names = readdirSync(cloud.dataDir);
  expect(names).toEqual(expect.arrayContaining(["dynamodb.sqlite", "queues.jsonl", "logs"]));
  expect(names.filter((name) => statSync(join(cloud.dataDir, name)).mode & 0o077)).toEqual([]);
});
