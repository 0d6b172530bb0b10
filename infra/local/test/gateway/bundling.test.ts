import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, jest, test } from "@jest/globals";
import { Gateway } from "../../gateway/gateway.ts";
import { WatchedMetrics } from "../../platform/metrics.ts";
import { templateOf } from "../support/template-of.ts";

let server: Server | undefined;
afterEach(() => {
  jest.restoreAllMocks();
  server?.close();
});

const route = (id: string, Properties: object) => ({
  [id]: { Type: `AWS::ApiGatewayV2::${id}`, Properties },
});
const template = templateOf({
  ...route("Api", { ProtocolType: "HTTP" }),
  ...route("Integration", {
    IntegrationUri: "arn:pay",
    CredentialsArn: "arn:aws:iam::000000000000:role/Role",
  }),
  ...route("Route", { RouteKey: "GET /pay", Target: "integrations/Integration" }),
  ...route("Stage", { StageName: "$default" }),
});

test("the time that a bundle takes counts for no latency, and the function runs after it", async () => {
  let now = 0;
  jest.spyOn(performance, "now").mockImplementation(() => now);
  const acts: string[] = [];
  const measured = jest.fn<(name: string, ms: number | undefined) => void>();
  const metrics = new WatchedMetrics();
  jest.spyOn(metrics, "of").mockImplementation((_, __, values) => measured("Latency", values.Latency));
  const functions = {
    bundled: async () => {
      now += 40_000;
      acts.push("bundled");
    },
    invoke: async () => {
      now += 7;
      acts.push("invoked");
      return { ok: true, payload: '{"statusCode":200,"body":"{}"}' };
    },
  };
  const activity = {
    request: () => ({ routed: () => {}, answered: () => {} }),
  };
  const parts = { functions, activity, metrics, iam: { allows: async () => true } };
  const gateway = new Gateway({ ...parts, url: "http://localhost", isPatient: false } as never);
  gateway.follow(template);
  server = createServer((...exchange) => void gateway.handle(...exchange)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  expect((await fetch(`http://127.0.0.1:${port}/pay`)).status).toBe(200);
  expect(acts).toEqual(["bundled", "invoked"]);
  expect(measured.mock.calls).toEqual([["Latency", 7]]);
});
