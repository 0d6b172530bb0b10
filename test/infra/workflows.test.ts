import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { afterAll, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { PipelineStack } from "../../infra/stack/pipeline/pipeline-stack.ts";

const root = join(import.meta.dirname, "..", "..");
const workflows = join(root, ".github", "workflows");
const folder = mkdtempSync(join(tmpdir(), "workflows-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(readdirSync(workflows))(
  "%s uses actions by the hash of a commit, and names its version",
  (file) => {
    const uses = [...readFileSync(join(workflows, file), "utf8").matchAll(/uses: (.*)/g)].map(
      ([, it = ""]) => it,
    );
    expect(uses.length).toBeGreaterThan(0);
    for (const each of uses)
      expect(each).toMatch(/^(?:\.\/\.github\/\S+|[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/);
  },
);

const resources: Json = Template.fromStack(
  new PipelineStack(new App({ outdir: folder }), "Pipeline", {
    repository: "acme/roth",
    stages: ["prod"],
    hasProvider: true,
  }),
).toJSON().Resources;
const roleOf = (environment: string): Json =>
  Object.values<Json>(resources).find(
    ({ Properties }) => Properties.RoleName === `PortableRoth-pipeline-${environment}`,
  ).Properties;
const rights = ({ Policies }: Json): string[] =>
  Policies[0].PolicyDocument.Statement.flatMap(({ Action }: Json) => Action);

test.each(["prod-plan", "prod"])(
  "only jobs of this repository and the environment %s take its role",
  (name) => {
    const [{ Action, Condition, Principal }, ...others] = roleOf(name).AssumeRolePolicyDocument.Statement;
    expect(others).toEqual([]);
    expect(Action).toBe("sts:AssumeRoleWithWebIdentity");
    expect(Condition).toEqual({
      StringEquals: {
        "token.actions.githubusercontent.com:aud": "sts.amazonaws.com",
        "token.actions.githubusercontent.com:sub": `repo:acme/roth:environment:${name}`,
      },
    });
    expect(JSON.stringify(Principal)).toContain(":oidc-provider/token.actions.githubusercontent.com");
  },
);

test("the role of a plan executes nothing, and takes no role that could", () => {
  const plan = roleOf("prod-plan");
  expect(
    rights(plan).filter((right) => /Execute|UpdateStack|CreateStack|DeleteStack|\*/.test(right)),
  ).toEqual([]);
  const text = JSON.stringify(plan.Policies);
  expect(text).not.toContain("cdk-hnb659fds-deploy-role");
  expect(JSON.stringify(roleOf("prod").Policies)).toContain("cdk-hnb659fds-deploy-role");
});

test("the role of a release deploys, invokes what the smoke test invokes, and reads alarms and topics", () => {
  expect(rights(roleOf("prod")).sort()).toEqual([
    "cloudwatch:DescribeAlarms",
    "lambda:InvokeFunction",
    "sns:ListSubscriptionsByTopic",
    "sts:AssumeRole",
  ]);
});

/** Runs .ci/watch-alarms for no minute with these alarms. */
function watch(...alarms: [name: string, state: string, severity: string][]) {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  const MetricAlarms = alarms.map(([name, StateValue, severity]) => ({
    AlarmName: `PortableRoth-staging-Upkeep-Alarms${name}1A2B3C4D`,
    AlarmDescription: `Something. Severity: ${severity}. Runbook: infra/operations/RUNBOOK.md, ${name}.`,
    StateValue,
  }));
  writeFileSync(join(folder, "alarms.json"), JSON.stringify({ MetricAlarms, CompositeAlarms: [] }));
  writeFileSync(join(bin, "aws"), `#!/bin/sh\ncat ${join(folder, "alarms.json")}\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  const { status, stderr } = spawnSync(join(root, ".ci", "watch-alarms"), ["staging", "0"], {
    env,
    encoding: "utf8",
  });
  return [status, stderr];
}

const hasJq = spawnSync("jq", ["--version"]).status === 0;
if (!hasJq) process.stderr.write("Skipped: the wait for alarms needs jq, which is not installed\n");
(hasJq ? test : test.skip).each<[string, Parameters<typeof watch>, number, RegExp]>([
  [
    "all is well",
    [
      ["ApiFaults", "OK", "page"],
      ["CanaryFails", "OK", "page"],
    ],
    0,
    /^$/,
  ],
  ["a page fires", [["ApiFaults", "ALARM", "page"]], 1, /AlarmsApiFaults1A2B3C4D/],
  ["an objective burns slowly", [["ErrorsBurnSlow", "ALARM", "ticket"]], 1, /BurnSlow/],
  ["only a ticket is open", [["FiguresMissing", "ALARM", "ticket"]], 0, /^$/],
  ["the canary has not run", [["CanaryFails", "INSUFFICIENT_DATA", "page"]], 1, /has not passed yet/],
])("the wait for alarms when %s", (_, alarms, status, words) => {
  expect(watch(...alarms)).toEqual([status, expect.stringMatching(words)]);
});
