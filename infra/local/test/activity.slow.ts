import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { CfnIntegration, CfnRoute, HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { endClouds, newFolder } from "./support/cloud-process.ts";
import { eventually } from "./support/eventually.ts";
import { fixtureAssembly, removeFixtures } from "./support/fixture.ts";
import { type LocalCloud, startLocalCloud } from "./support/local-cloud.ts";

/** Logs as a logger of Lambda does, with the trace id. */
const WEB = `export const handler = async ({ rawPath }) => {
  const [, xray_trace_id] = /Root=([^;]+)/.exec(process.env._X_AMZN_TRACE_ID);
  console.log(JSON.stringify({ message: "hello", xray_trace_id }));
  return { statusCode: rawPath === "/teapot" ? 418 : 200, body: "" };
};`;

const assembly = fixtureAssembly(({ stack, add }) => {
  const web = add("Web", WEB);
  const api = new HttpApi(stack, "Api");
  const role = new Role(stack, "Gateway", { assumedBy: new ServicePrincipal("apigateway.amazonaws.com") });
  web.grantInvoke(role);
  const { ref } = new CfnIntegration(stack, "Integration", {
    apiId: api.apiId,
    integrationType: "AWS_PROXY",
    integrationUri: web.functionArn,
    payloadFormatVersion: "2.0",
    credentialsArn: role.roleArn,
  });
  new CfnRoute(stack, "Route", { apiId: api.apiId, routeKey: "$default", target: `integrations/${ref}` });
  const work = new Queue(stack, "Work");
  const worker = add("Worker", "export const handler = () => ({});");
  worker.addEventSource(new SqsEventSource(work));
});

const programs: ChildProcess[] = [];
afterEach(async () => {
  for (const child of programs.splice(0)) child.kill("SIGKILL");
  await endClouds();
});
afterAll(removeFixtures);

const collect = (child: ChildProcess) => {
  const { stdout } = child;
  const end = new Promise<void>((ended) => child.once("close", () => ended()));
  const said = { text: "", end };
  stdout?.on("data", (chunk) => {
    said.text += chunk;
  });
  return said;
};

const start = (...args: string[]) => startLocalCloud({ assembly, args, dataDir: newFolder() });

/** `npm run logs`, with its output so far. */
function logs({ dataDir }: LocalCloud, ...args: string[]) {
  const program = join(import.meta.dirname, "..", "logs.ts");
  const env = { ...process.env, NODE_OPTIONS: "" };
  const child = spawn(process.execPath, [program, "--data", dataDir, ...args], { env });
  programs.push(child);
  return collect(child);
}

describe("a local cloud of an app without a describer of its own", () => {});

describe("npm run logs", () => {
  test("--follow shows what happens next, and a filter applies to it", async () => {
    const cloud = await start();
    await cloud.call("/first");
    const all = logs(cloud, "--follow");
    const failed = logs(cloud, "--follow", "--failed");
    await eventually(async () => all.text.includes("/first"));
    await cloud.call("/second");
    await cloud.call("/teapot");
    await eventually(async () => all.text.includes("/teapot") && failed.text.includes("/teapot"));
    expect(all.text.match(/GET \/\w+/g)).toEqual(["GET /first", "GET /second", "GET /teapot"]);
    expect(failed.text.match(/GET \/\w+/g)).toEqual(["GET /teapot"]);
  });

  test("--request finds a request by its short id, with its functions' log lines, after kill -9 too", async () => {
    const cloud = await start();
    await cloud.call("/other");
    const { headers } = await cloud.call("/first");
    const id = String(headers["apigw-requestid"]);
    const follower = logs(cloud, "--follow");
    await eventually(async () => follower.text.includes("/first"));
    const before = logs(cloud, "--request", id.slice(0, 8));
    await eventually(async () => before.text.includes('"hello"'));
    expect(before.text).toMatch(/GET \/first .*\n {2}web: \{"message":"hello"/);
    expect(before.text).not.toContain("/other");
    await cloud.end("SIGKILL");
    const after = logs(cloud, "--request", id);
    await eventually(async () => after.text.includes('"hello"'));
    expect(after.text).toBe(before.text);
  });
});
