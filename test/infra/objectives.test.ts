import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { opsWith } from "../support/cloud/ops.ts";
import { propertiesOf } from "./stack/template.ts";

/** A stub of CloudWatch, with the dashboard that the template has. */
let server: Server;
let values: (number | undefined)[] = [];
let asked: URLSearchParams[] = [];

const [, parts] = propertiesOf("AlarmsDashboardSignals").DashboardBody["Fn::Join"];
const dashboard: string = parts.map((part: Json) => (typeof part === "string" ? part : "an-id")).join("");
const escaped = (body: string) => body.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");

beforeEach(async () => {
  asked = [];
  server = createServer(async (request, response) => {
    const query = new URLSearchParams(await text(request));
    asked.push(query);
    if (query.get("Action") === "GetDashboard") {
      const isKnown = query.get("DashboardName")?.includes("-prod-");
      if (isKnown) return response.end(`<R><DashboardBody>${escaped(dashboard)}</DashboardBody></R>`);
      const error = "<Code>ResourceNotFound</Code><Message>It does not exist</Message>";
      return response.writeHead(404).end(`<E><Error>${error}</Error></E>`);
    }
    const shown = [...query].flatMap(([name, id]) => {
      const start = name.endsWith(".Id") ? name.slice(0, -".Id".length) : undefined;
      return start && query.get(`${start}.ReturnData`) === "true" ? [id] : [];
    });
    const results = shown.map((id, i) => {
      const value = values[i] === undefined ? "<Values/>" : `<Values><member>${values[i]}</member></Values>`;
      return `<member><Timestamps/>${value}<Label>x</Label><Id>${id}</Id></member>`;
    });
    return response.end(`<R><MetricDataResults>${results.join("")}</MetricDataResults></R>`);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});
afterEach(() => void server.close());

const run = (...args: string[]) => {
  const { port } = server.address() as AddressInfo;
  const env = {
    AWS_ENDPOINT_URL_MONITORING: `http://127.0.0.1:${port}`,
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "someone",
    AWS_SECRET_ACCESS_KEY: "secret",
  };
  return opsWith(env, "objectives", ...args);
};

test("each objective of the dashboard has a line with what is left, and a used up budget ends with 1", async () => {
  values = [86.25, 100, undefined, 40, 99.5];
  const { code, stdout } = await run("--stage", "prod");
  const lines = stdout.trimEnd().split("\n");
  expect(lines.map((line) => line.slice(0, 8).trim())).toEqual([
    "86.3 %",
    "100.0 %",
    "no data",
    "40.0 %",
    "99.5 %",
  ]);
  expect(lines[0]).toContain("99.5 %");
  expect(code).toBe(0);
  values = [-20, 100, 100, 100, 100];
  const { code: used, stdout: json } = await run("--stage", "prod", "--json");
  expect(used).toBe(1);
  expect(JSON.parse(json)).toMatchObject({ ok: true, data: [{ budget_left: -20 }, {}, {}, {}, {}] });
});

test("CloudWatch is asked for every metric of the expressions, over 30 days", async () => {
  await run("--stage", "prod");
  const query = asked[1] as URLSearchParams;
  const ids = [...query].flatMap(([name, id]) => (name.endsWith(".Id") ? [id] : []));
  const expressions = [...query].flatMap(([name, text]) => (name.endsWith(".Expression") ? [text] : []));
  const named = expressions.flatMap((text) => text.match(/\b[a-z]\w*\b/g) ?? []);
  expect(ids).toEqual(expect.arrayContaining(named));
  expect(new Set(ids).size).toBe(ids.length);
  const [from, to] = [query.get("StartTime"), query.get("EndTime")].map((at) => Date.parse(at ?? ""));
  expect((Number(to) - Number(from)) / 86_400_000).toBe(30);
});
