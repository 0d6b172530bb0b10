import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Policy, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnStateMachine } from "aws-cdk-lib/aws-stepfunctions";
import { ACCOUNT, REGION } from "../../base/template.ts";
import { endClouds } from "../support/cloud-process.ts";
import { eventually } from "../support/eventually.ts";
import { fixtureAssembly, removeFixtures } from "../support/fixture.ts";
import { type LocalCloud, startLocalCloud } from "../support/local-cloud.ts";

/** Starts the machine whose variable its event names, and lists its failed executions. */
const CALLER = `import { ListExecutionsCommand, SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
const sfn = new SFNClient({});
export const handler = async ({ start, list }) => {
  if (start) await sfn.send(new StartExecutionCommand({ stateMachineArn: process.env[start], name: "first" }));
  const wish = { stateMachineArn: process.env[start ?? list], statusFilter: "FAILED" };
  return (await sfn.send(new ListExecutionsCommand(wish))).executions.length;
};`;

/** An edit has renamed this function, and a running execution still has the former name. */
const RENAMED = `arn:aws:lambda:${REGION}:${ACCOUNT}:function:Renamed`;

// CDK would warn about the invalid type.
process.env.CDK_VALIDATION = "false";
const assembly = fixtureAssembly(({ stack, add }) => {
  const role = new Role(stack, "Role", { assumedBy: new ServicePrincipal("states.amazonaws.com") });
  const actions = ["lambda:InvokeFunction", "states:StartExecution", "states:ListExecutions"];
  const policy = new Policy(stack, "Policy", {
    statements: [new PolicyStatement({ actions, resources: ["*"] })],
  });
  policy.attachToRole(role);
  const machine = (id: string, States: object) =>
    new CfnStateMachine(stack, id, {
      roleArn: role.roleArn,
      definitionString: JSON.stringify({ StartAt: "Act", States }),
    }).ref;
  const caller = add("Caller", CALLER, {
    RENAMED: machine("Machine", { Act: { Type: "Task", Resource: RENAMED, End: true } }),
    INVALID: machine("Invalid", {
      Act: { Type: "Nonsense", End: true },
    }),
  });
  policy.attachToRole(caller.role as Role);
});

let cloud: LocalCloud;
let warned = "";
beforeAll(async () => {
  cloud = await startLocalCloud({ assembly });
  cloud.process?.stderr?.on("data", (text) => {
    warned += text;
  });
});
afterAll(async () => {
  await endClouds();
  removeFixtures();
});

test.each([
  ["RENAMED", /^The execution \S+:Machine:first failed: .*Function not found: \S+:Renamed/m],
  ["INVALID", /^The execution \S+:Invalid:first failed: .*/m],
])(
  "an execution of the machine %s fails, the terminal says why, and the local cloud continues",
  async (start, line) => {
    await cloud.invoke("caller", { start });
    await eventually(async () => line.test(warned), 10_000);
    expect(await cloud.invoke("caller", { list: start })).toBe(1);
    await cloud.advance("1d");
  },
);
