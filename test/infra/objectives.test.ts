import { json } from "node:stream/consumers";
import { beforeEach, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { opsWith } from "../support/cloud/ops.ts";
import { served } from "../support/cloud/served.ts";
import { propertiesOf } from "./stack/template.ts";

/** A stub of CloudWatch, with the dashboard that the template has. */
let values: (number | undefined)[] = [];
let asked: Json[] = [];

const [, parts] = propertiesOf("AlarmsDashboardSignals").DashboardBody["Fn::Join"];
const DashboardBody = parts.map((part: Json) => (typeof part === "string" ? part : "an-id")).join("");

const answerTo = (action: string | undefined, query: Json): [number, Json] => {
  if (action === "GetDashboard")
    return query.DashboardName.includes("-prod-")
      ? [200, { DashboardBody }]
      : [400, { __type: "com.amazonaws.cloudwatch#DashboardNotFoundError", message: "It does not exist" }];
  const shown = query.MetricDataQueries.filter(({ ReturnData }: Json) => ReturnData);
  const results = shown.map(({ Id, Label }: Json, i: number) => ({
    Id,
    Label,
    Values: values.slice(i, i + 1).filter((value) => value !== undefined),
  }));
  return [200, { MetricDataResults: results }];
};

const credentials = { AWS_ACCESS_KEY_ID: "someone", AWS_SECRET_ACCESS_KEY: "secret" };
const AWS_ENDPOINT_URL_MONITORING = await served(async (request, response) => {
  const query = (await json(request)) as Json;
  asked.push(query);
  const [status, answer] = answerTo(String(request.headers["x-amz-target"]).split(".")[1], query);
  response.writeHead(status).end(JSON.stringify(answer));
});
beforeEach(() => {
  asked = [];
});

const env = { AWS_ENDPOINT_URL_MONITORING, AWS_REGION: "eu-west-1", ...credentials };
const run = (...args: string[]) => opsWith(env, "objectives", ...args);

test("each objective of the dashboard has a line with what is left, and a used up budget ends with 1", async () => {
  values = [86.25, 100, undefined, 40, 99.5];
  const { code, stdout } = await run("--stage", "prod");
  const lines = stdout.trimEnd().split("\n");
  const left = ["86.3 %", "100.0 %", "no data", "40.0 %", "99.5 %"];
  expect(lines.map((line) => line.slice(0, 8).trim())).toEqual(left);
  expect(lines[0]).toContain("99.5 %");
  expect(code).toBe(0);
  values = [-20, 100, 100, 100, 100];
  const { code: used, stdout: object } = await run("--stage", "prod", "--json");
  expect(used).toBe(1);
  expect(JSON.parse(object)).toMatchObject({ ok: true, data: [{ budget_left: -20 }, {}, {}, {}, {}] });
});

test("CloudWatch is asked for every metric of the expressions, over 30 days", async () => {
  await run("--stage", "prod");
  const { MetricDataQueries: queries, StartTime, EndTime } = asked[1];
  const named = queries.flatMap(({ Expression = "" }: Json) => Expression.match(/\b[a-z]\w*\b/g) ?? []);
  const ids = queries.map(({ Id }: Json) => Id);
  expect(ids).toEqual(expect.arrayContaining(named));
  expect(new Set(ids).size).toBe(ids.length);
  expect(EndTime - StartTime).toBe(30 * 86_400);
});

test("a stage without a dashboard is said in one line", async () => {
  const { code, stderr } = await run("--stage", "test");
  expect([code, stderr]).toEqual([2, "The stage test has no dashboard in this account and region.\n"]);
});
