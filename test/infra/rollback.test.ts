import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { opsWith } from "../support/cloud/ops.ts";
import { resources } from "./stack/template.ts";

/** A stub of CloudFormation. It replies to the three calls, and stores the queries. */
let server: Server;
let asked: URLSearchParams[] = [];
let armed = "";
let missing = "";
const STACK = "PortableRoth-prod";
const nestedStack = "arn:aws:cloudformation:eu-west-1:123456789012:stack/PortableRoth-prod-Upkeep/1";
const ALARM = "AWS::CloudWatch::Alarm";
const stackId = "arn:aws:cloudformation:eu-west-1:123456789012:stack/PortableRoth-prod/1";

beforeEach(async () => {
  asked = [];
  [armed, missing] = ["", ""];
  server = createServer(async (request, response) => {
    const query = new URLSearchParams(await text(request));
    asked.push(query);
    const action = query.get("Action") ?? "";
    if (![STACK, nestedStack].includes(query.get("StackName") ?? "")) {
      const message = `Stack with id ${query.get("StackName")} does not exist`;
      response
        .writeHead(400)
        .end(
          `<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>${message}</Message></Error></ErrorResponse>`,
        );
      return;
    }
    response.end(
      `<${action}Response><${action}Result>${resultOf(action, query)}</${action}Result></${action}Response>`,
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});
afterEach(() => void server.close());

function resultOf(action: string, query: URLSearchParams): string {
  if (action === "DescribeStacks")
    return `<Stacks><member><StackName>PortableRoth-prod</StackName><StackId>${stackId}</StackId><Capabilities><member>CAPABILITY_IAM</member></Capabilities><Parameters><member><ParameterKey>BootstrapVersion</ParameterKey><ParameterValue>/cdk</ParameterValue></member></Parameters>${armed}</member></Stacks>`;
  if (action === "UpdateStack") return `<StackId>${stackId}</StackId>`;
  const isNested = query.get("StackName") === nestedStack;
  const listed = Object.keys(resources)
    .filter((id) => missing === "" || !id.startsWith(missing))
    .filter((id) => (resources[id].Type === ALARM) === isNested)
    .map((id) => [id, `prod-${id}`, resources[id].Type]);
  if (!isNested) listed.push(["UpkeepNestedStack", nestedStack, "AWS::CloudFormation::Stack"]);
  const members = listed.map(
    ([id, physical, type]) =>
      `<member><LogicalResourceId>${id}</LogicalResourceId><PhysicalResourceId>${physical}</PhysicalResourceId><ResourceType>${type}</ResourceType></member>`,
  );
  const start = Number(query.get("NextToken"));
  const end = start + 100;
  const next = end < members.length ? `<NextToken>${end}</NextToken>` : "";
  return `<StackResourceSummaries>${members.slice(start, end).join("")}</StackResourceSummaries>${next}`;
}

const run = (...args: string[]) => {
  const { port } = server.address() as AddressInfo;
  const env = {
    AWS_ENDPOINT_URL_CLOUDFORMATION: `http://127.0.0.1:${port}`,
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "someone",
    AWS_SECRET_ACCESS_KEY: "secret",
  };
  return opsWith(env, "rollback", ...args);
};

test("arm lets CloudFormation watch five alarms, wherever the stack lists them, and changes nothing else", async () => {
  const { code, stdout } = await run("arm", "--stage", "prod");
  expect([code, stdout]).toEqual([0, expect.stringContaining("within 10 minutes")]);
  const update = asked.find((query) => query.get("Action") === "UpdateStack");
  const arns = [...(update ?? [])].filter(([name]) => name.endsWith(".Arn")).map(([, arn]) => arn);
  expect(arns).toHaveLength(5);
  for (const arn of arns)
    expect(arn).toMatch(/^arn:aws:cloudwatch:eu-west-1:123456789012:alarm:prod-Alarms[A-Za-z]+[0-9A-F]{8}$/);
  expect(Object.fromEntries(update ?? [])).toMatchObject({
    UsePreviousTemplate: "true",
    "Capabilities.member.1": "CAPABILITY_IAM",
    "Parameters.member.1.ParameterKey": "BootstrapVersion",
    "Parameters.member.1.UsePreviousValue": "true",
    "RollbackConfiguration.MonitoringTimeInMinutes": "10",
  });
});

test("disarm removes the triggers", async () => {
  expect((await run("disarm", "--stage", "prod")).code).toBe(0);
  const update = asked.find((query) => query.get("Action") === "UpdateStack");
  expect([...(update ?? [])].filter(([name]) => name.endsWith(".Arn"))).toEqual([]);
  expect(update?.get("RollbackConfiguration.RollbackTriggers")).toBe("");
});

test("show names the watched alarms, and says if there are none", async () => {
  expect((await run("show", "--stage", "prod")).stdout).toContain("has no rollback triggers");
  armed = `<RollbackConfiguration><MonitoringTimeInMinutes>10</MonitoringTimeInMinutes><RollbackTriggers><member><Arn>arn:aws:cloudwatch:eu-west-1:1:alarm:prod-ApiFaults</Arn><Type>AWS::CloudWatch::Alarm</Type></member></RollbackTriggers></RollbackConfiguration>`;
  expect((await run("show", "--stage", "prod")).stdout).toMatch(/within 10 minutes on:\n {2}prod-ApiFaults/);
});

test("a stack without one of the alarms is not armed", async () => {
  missing = "AlarmsAllRefused";
  const { code, stderr } = await run("arm", "--stage", "prod");
  expect([code, stderr]).toEqual([1, expect.stringContaining("has no alarm AllRefused")]);
  expect(asked.some((query) => query.get("Action") === "UpdateStack")).toBe(false);
});

test.each([
  [["arm"], 2, /--stage is required/],
  [["arm", "--stage", "prdo"], 2, /There is no stack PortableRoth-prdo/],
  [["arm", "--stage", "prod", "--minutes", "500"], 2, /--minutes must be/],
  [["amr", "--stage", "prod"], 2, /Usage/],
])("a mistake is said in words: %j", async (args, expected, message) => {
  const { code, stderr } = await run(...args);
  expect([code, stderr]).toEqual([expected, expect.stringMatching(message)]);
});
