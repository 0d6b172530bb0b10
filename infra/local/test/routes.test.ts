import { expect, test } from "@jest/globals";
import { matchRoute, routeOf } from "../gateway/routes.ts";

const integrations = new Map([["one", { uri: "arn", role: "Role" }]]);
const keys = [
  "ANY /docs",
  "ANY /docs/{page}",
  "GET /docs/{page}",
  "ANY /docs/{path+}",
  "ANY /docs/pages/{path+}",
];
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
