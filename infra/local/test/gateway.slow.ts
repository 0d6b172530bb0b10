import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Duration } from "aws-cdk-lib";
import {
  CfnIntegration,
  CfnRoute,
  type CfnStage,
  CorsHttpMethod,
  HttpApi,
} from "aws-cdk-lib/aws-apigatewayv2";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { eventOf } from "../gateway/gateway-event.ts";
import { endClouds } from "./support/cloud-process.ts";
import { fixtureAssembly, removeFixtures } from "./support/fixture.ts";
import type { Json } from "./support/http.ts";
import { type LocalCloud, startLocalCloud } from "./support/local-cloud.ts";

/** Returns its event, or the reply in the event's body if there is one. */
const ECHO = `export const handler = async (event) =>
  event.body?.startsWith("{") ? JSON.parse(event.body) : { statusCode: 200, body: JSON.stringify(event) };`;
const LIMITED = "GET /limited";
const ROUTES = ["GET /things/{id}", "PATCH /things/{id}", "DELETE /things/{id}", "POST /things", "$default"];

const assembly = fixtureAssembly(({ stack, add }) => {
  const echo = add("Echo", ECHO);
  const api = new HttpApi(stack, "Api", {
    corsPreflight: {
      allowOrigins: ["https://app.example.com"],
      allowMethods: [CorsHttpMethod.GET, CorsHttpMethod.PATCH, CorsHttpMethod.DELETE],
      allowHeaders: ["content-type", "authorization"],
      exposeHeaders: ["x-request-id"],
      maxAge: Duration.hours(1),
    },
  });
  const role = new Role(stack, "Gateway", { assumedBy: new ServicePrincipal("apigateway.amazonaws.com") });
  echo.grantInvoke(role);
  const { ref } = new CfnIntegration(stack, "Integration", {
    apiId: api.apiId,
    integrationType: "AWS_PROXY",
    integrationUri: echo.functionArn,
    payloadFormatVersion: "2.0",
    credentialsArn: role.roleArn,
  });
  const stage = api.defaultStage?.node.defaultChild as CfnStage;
  stage.routeSettings = { [LIMITED]: { ThrottlingRateLimit: 0.001, ThrottlingBurstLimit: 3 } };
  for (const [i, routeKey] of [...ROUTES, LIMITED].entries())
    new CfnRoute(stack, `Route${i}`, { apiId: api.apiId, routeKey, target: `integrations/${ref}` });
});

let cloud: LocalCloud;
beforeAll(async () => {
  cloud = await startLocalCloud({ assembly });
});
afterAll(endClouds);
afterAll(removeFixtures);

/** A request with exactly this target. The URL class would normalise it. */
async function raw(
  path: string,
  headers: Record<string, string[]> = {},
): Promise<{ status: number; json: Json }> {
  const { port } = new URL(cloud.url);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, headers, agent: false }, resolve).on("error", reject).end();
  });
  return { status: response.statusCode ?? 0, json: await json(response) };
}

describe("the target of a request", () => {
  test.each([
    ["//", "//", "$default", ""],
    ["//x?a=1", "//x", "$default", "a=1"],
    ["///things/1", "///things/1", "$default", ""],
    ["/things/../things/1", "/things/../things/1", "$default", ""],
    ["/things/1?", "/things/1", "GET /things/{id}", ""],
    ["/things/a%20b?q=%2F&r=a+b", "/things/a b", "GET /things/{id}", "q=%2F&r=a+b"],
    ["http://elsewhere.example/things/1?a=1", "/things/1", "GET /things/{id}", "a=1"],
    ["http://elsewhere.example", "/", "$default", ""],
    ["/?a=//b?c", "/", "$default", "a=//b?c"],
  ])("the target %s becomes the path %s", async (target, rawPath, routeKey, rawQueryString) => {
    const reply = await raw(target);
    expect(reply.status).toBe(200);
    expect(reply.json).toMatchObject({ rawPath, routeKey, rawQueryString });
  });

  test("the gateway refuses broken percent-encoding with a 400", async () => {
    expect(await raw("/things/%ff")).toEqual({ status: 400, json: { message: "Bad Request" } });
  });
});

describe("the event of a request", () => {
  test("repeated headers and query parameters are joined with commas, and cookies are a list", async () => {
    const headers = { "x-note": ["a", "b"], cookie: ["c=1; d=2", "e=3"] };
    const event = (await raw("/things/1?tag=a&tag=b&one=1", headers)).json;
    expect(event.headers).toMatchObject({ "x-note": "a,b" });
    expect(event.headers.cookie).toBeUndefined();
    expect(event.cookies).toEqual(["c=1", "d=2", "e=3"]);
    expect(event.rawQueryString).toBe("tag=a&tag=b&one=1");
    expect(event.queryStringParameters).toEqual({ tag: "a,b", one: "1" });
  });

  test("the source address is IPv4 or IPv6", async () => {
    const reply = await cloud.call("/things/1", { from: "127.0.0.9" });
    expect(reply.json.requestContext.http.sourceIp).toBe("127.0.0.9");
    const incoming = { headersDistinct: {}, method: "GET", socket: { remoteAddress: "2001:db8::1" } };
    const parts = {
      path: "/",
      query: "",
      parameters: {},
      body: Buffer.of(),
      routeKey: "$default",
      requestId: "1",
    };
    const event = eventOf(incoming as never, parts);
    expect(event.requestContext.http.sourceIp).toBe("2001:db8::1");
    // The gateway does not listen on IPv6, so the test invokes the function with such an event.
    expect(JSON.parse((await cloud.invoke("echo", event)).body)).toEqual(event);
  });
});

describe("the reply to a request", () => {
  const replyOf = (reply: object) => cloud.call("/things", { json: reply });

  test("a 204 has no body, no length and no content type", async () => {
    const { status, text, headers } = await replyOf({ statusCode: 204 });
    expect([status, text]).toEqual([204, ""]);
    expect(headers["content-length"] ?? headers["content-type"]).toBeUndefined();
  });
});

test("a route with a throttle of its own refuses requests beyond it, and other routes do not", async () => {
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await cloud.call("/limited")).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await cloud.call("/things/7")).status).toBe(200);
});

describe("CORS", () => {
  const origin = "https://app.example.com";
  const preflight = (from: string) =>
    cloud.call("/things/1", {
      method: "OPTIONS",
      headers: { origin: from, "access-control-request-method": "PATCH" },
    });

  test("the gateway answers a preflight with the template's settings, without a function", async () => {
    const { status, headers } = await preflight(origin);
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      "access-control-allow-origin": origin,
      "access-control-allow-methods": "GET,PATCH,DELETE",
      "access-control-allow-headers": "content-type,authorization",
      "access-control-max-age": "3600",
    });
  });

  test("an origin that is not listed gets no CORS headers", async () => {
    const { headers } = await preflight("https://evil.example.com");
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
  });

  test("the gateway ignores a function's own CORS headers", async () => {
    const reply = { statusCode: 200, headers: { "Access-Control-Allow-Origin": "*" }, body: "{}" };
    expect(
      (await cloud.call("/things", { json: reply })).headers["access-control-allow-origin"],
    ).toBeUndefined();
    const { headers } = await cloud.call("/things", { json: reply, headers: { origin } });
    expect(headers["access-control-allow-origin"]).toBe(origin);
    expect(headers["access-control-expose-headers"]).toBe("x-request-id");
  });
});
