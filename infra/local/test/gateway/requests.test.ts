import { createServer, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { once } from "node:events";
import { expect, test } from "@jest/globals";
import { type Cors, corsHeaders } from "../../gateway/gateway-cors.ts";
import { eventOf, resultOf, targetOf } from "../../gateway/gateway-event.ts";
import { isOwnOrigin } from "../../gateway/own-origin.ts";
import { matchRoute, routeOf } from "../../gateway/routes.ts";
import { permissionsOf } from "../../platform/gateway-permissions.ts";
import { templateOf } from "../support/template-of.ts";

test.each([
  ["//", "//", ""],
  ["//x?a=1", "//x", "a=1"],
  ["/things/../things/1", "/things/../things/1", ""],
  ["/things/1?", "/things/1", ""],
  ["/things/a%20b?q=%2F&r=a+b", "/things/a%20b", "q=%2F&r=a+b"],
  ["http://elsewhere.example/things/1?a=1", "/things/1", "a=1"],
  ["http://elsewhere.example", "/", ""],
  ["/?a=//b?c", "/", "a=//b?c"],
])("the target %s has the path %s and the query %s", (url, path, query) => {
  expect(targetOf({ url } as IncomingMessage)).toEqual({ path, query });
});

/** The event of a request as Node reads it. */
async function eventOfText(head: string, query = ""): Promise<ReturnType<typeof eventOf>> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.end(`${head}\r\nhost: localhost\r\n\r\n`);
  const [request] = (await once(server, "request")) as [IncomingMessage];
  const body = Buffer.of();
  const event = eventOf(request, {
    path: "/",
    query,
    parameters: {},
    body,
    routeKey: "GET /",
    requestId: "1",
  });
  socket.destroy();
  server.close();
  return event;
}

test("an event joins repeated headers and parameters with commas, and lists cookies", async () => {
  const head = "GET / HTTP/1.1\r\nx-note: a\r\nx-note: b\r\ncookie: c=1; d=2\r\ncookie: e=3";
  const event = await eventOfText(head, "tag=a&tag=b&one=1");
  expect(event).toMatchObject({
    headers: { "x-note": "a,b" },
    cookies: ["c=1", "d=2", "e=3"],
    queryStringParameters: { tag: "a,b", one: "1" },
    requestContext: { http: { sourceIp: "127.0.0.1" } },
  });
  expect(event.headers.cookie).toBeUndefined();
});

test.each([
  ["null", undefined],
  ['"text"', { statusCode: 200, body: "text" }],
  ['{"a":1}', { statusCode: 200, body: '{"a":1}' }],
  ['{"statusCode":204}', { statusCode: 204 }],
])("the reply %s of a function is %j", (payload, result) => expect(resultOf(payload)).toEqual(result));

const cors: Cors = {
  AllowOrigins: ["https://app.example.com"],
  AllowMethods: ["GET", "PATCH"],
  AllowHeaders: ["content-type"],
  ExposeHeaders: ["x-id"],
  MaxAge: 60,
};
const allowed = { "access-control-allow-origin": "https://app.example.com" };

test.each<[method: string, origin: string, object]>([
  ["GET", "https://app.example.com", { ...allowed, "access-control-expose-headers": "x-id" }],
  [
    "OPTIONS",
    "https://app.example.com",
    {
      ...allowed,
      "access-control-allow-methods": "GET,PATCH",
      "access-control-allow-headers": "content-type",
      "access-control-max-age": "60",
    },
  ],
  ["OPTIONS", "https://evil.example.com", {}],
])("with CORS settings, %s from %s gets %j", (method, origin, headers) => {
  expect(corsHeaders(cors, { method, headers: { origin } } as IncomingMessage)).toEqual(headers);
});

const keys = [
  "ANY /docs",
  "ANY /docs/{page}",
  "GET /docs/{page}",
  "ANY /docs/{path+}",
  "ANY /docs/pages/{path+}",
];
const integrations = new Map([["one", { uri: "arn", role: "Role" }]]);
const routes = keys.map((RouteKey) => routeOf({ RouteKey, Target: "integrations/one" }, integrations));

test.each([
  ["GET", "/docs", "ANY /docs", {}],
  ["GET", "/docs/a", "GET /docs/{page}", { page: "a" }],
  ["POST", "/docs/a", "ANY /docs/{page}", { page: "a" }],
  ["GET", "/docs/a/b/c", "ANY /docs/{path+}", { path: "a/b/c" }],
  ["GET", "/docs/pages/b/c", "ANY /docs/pages/{path+}", { path: "b/c" }],
  ["GET", "/docs/", undefined, {}],
])("%s %s matches the most specific route", (method, path, key, parameters) => {
  const matched = matchRoute(routes, undefined, method, path);
  expect([matched.route?.key, matched.parameters]).toEqual([key, parameters]);
});

const ORDERS = "arn:aws:lambda:us-east-1:000000000000:function:Orders";
const SOURCE = "arn:aws:execute-api:us-east-1:000000000000:Api";

test.each([
  [{ SourceArn: `${SOURCE}/*/*/orders/{id}` }, "GET/orders/{id}", true],
  [{ SourceArn: `${SOURCE}/*/GET/orders` }, "GET/orders", true],
  [{ SourceArn: `${SOURCE}/*/*/orders` }, "GET/orders/{id}", false],
  [{ SourceArn: `${SOURCE}/*/POST/orders` }, "GET/orders", false],
  [{ SourceArn: `${SOURCE}/*/*/ord.rs` }, "GET/orders", false],
  [{}, "GET/orders", true],
  [{ Principal: "sns.amazonaws.com" }, "GET/orders", false],
  [{ FunctionName: `${ORDERS}2` }, "GET/orders", false],
])("the gateway's permission %j for %s is %p", (permission, route, expected) => {
  const Properties = { FunctionName: ORDERS, Principal: "apigateway.amazonaws.com", ...permission };
  const isPermitted = permissionsOf(templateOf({ Mine: { Type: "AWS::Lambda::Permission", Properties } }));
  expect(isPermitted(ORDERS, `${SOURCE}/$default/${route}`)).toBe(expected);
});

const host = "localhost:3000";
const crossSite = (dest: string) => ({ host, "sec-fetch-site": "cross-site", "sec-fetch-dest": dest });

test.each([
  ["a program", { host }, true],
  ["a program that names the address", { host: "127.0.0.1:3000" }, true],
  ["our own page", { host, origin: `http://${host}` }, true],
  ["a reader who follows a link", crossSite("document"), true],
  ["a typed address", { host, "sec-fetch-site": "none" }, true],
  ["a page of another site", { host, origin: "https://evil.example" }, false],
  ["a page of another port", { host, origin: "http://localhost:4000" }, false],
  ["a sandboxed frame", { host, origin: "null" }, false],
  [
    "a rebound name with its own origin",
    { host: "evil.example:3000", origin: "http://evil.example:3000" },
    false,
  ],
  ["a host of another port", { host: "localhost:4000" }, false],
  ["a host without the port", { host: "localhost" }, false],
  ["a client without a host", {}, false],
  ["an image on another site", crossSite("image"), false],
  ["a frame on another site", crossSite("iframe"), false],
])("/_local/ is open to %s: %p", (_, headers, expected) => expect(isOwnOrigin(headers, 3000)).toBe(expected));

test("at port 80, clients leave the port out", () => {
  expect(isOwnOrigin({ host: "localhost", origin: "http://localhost" }, 80)).toBe(true);
  expect(isOwnOrigin({ host: "localhost:80" }, 80)).toBe(true);
  expect(isOwnOrigin({ host: "localhost", origin: "http://evil.example" }, 80)).toBe(false);
});
