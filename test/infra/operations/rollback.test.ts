import { text } from "node:stream/consumers";
import { beforeEach, expect, test } from "@jest/globals";
import { opsWith } from "../../support/cloud/ops.ts";
import { served } from "../../support/cloud/served.ts";
import { ofType, stage } from "../stack/template.ts";

/** A stub of CloudFormation. It replies to both calls, and stores the queries. */
let calls: URLSearchParams[] = [];
let armed = "";
const stackId = "arn:aws:cloudformation:eu-west-1:123456789012:stack/PortableRoth-prod/1";

const credentials = { AWS_ACCESS_KEY_ID: "someone", AWS_SECRET_ACCESS_KEY: "secret" };
const AWS_ENDPOINT_URL_CLOUDFORMATION = await served(async (request, response) => {
  const query = new URLSearchParams(await text(request));
  calls.push(query);
  const action = query.get("Action") ?? "";
  response.end(
    `<${action}Response><${action}Result>${resultOf(action)}</${action}Result></${action}Response>`,
  );
});
beforeEach(() => {
  calls = [];
  armed = "";
});

function resultOf(action: string): string {
  if (action === "DescribeStacks")
    return `<Stacks><member><StackName>PortableRoth-prod</StackName><StackId>${stackId}</StackId><Capabilities><member>CAPABILITY_IAM</member></Capabilities><Parameters><member><ParameterKey>BootstrapVersion</ParameterKey><ParameterValue>/cdk</ParameterValue></member></Parameters>${armed}</member></Stacks>`;
  if (action === "UpdateStack") return `<StackId>${stackId}</StackId>`;
  throw new Error(`The stub has no ${action}.`);
}

const env = { AWS_ENDPOINT_URL_CLOUDFORMATION, AWS_REGION: "eu-west-1", ...credentials };
const run = (...args: string[]) => opsWith(env, "rollback", ...args);

test("arm lets CloudFormation watch the alarm of bad releases and changes nothing else", async () => {
  const { code, stdout } = await run("arm", "--stage", "prod");
  expect([code, stdout]).toEqual([0, expect.stringContaining("within 10 minutes")]);
  const update = calls.find((query) => query.get("Action") === "UpdateStack");
  const triggers = [...(update ?? [])].filter(([name]) => name.endsWith(".Arn")).map(([, arn]) => arn);
  const [alarm] = ofType("AWS::CloudWatch::CompositeAlarm");
  const name = alarm.AlarmName.replace(`-${stage}-`, "-prod-");
  expect(triggers).toEqual([`arn:aws:cloudwatch:eu-west-1:123456789012:alarm:${name}`]);
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
  const update = calls.find((query) => query.get("Action") === "UpdateStack");
  expect([...(update ?? [])].filter(([name]) => name.endsWith(".Arn"))).toEqual([]);
  expect(update?.get("RollbackConfiguration.RollbackTriggers")).toBe("");
});
