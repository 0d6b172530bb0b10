import { expect, test } from "@jest/globals";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { plainAddress } from "../../shared/pages/layout/plain-address.ts";

const locationOf = (rawPath: string, rawQueryString = "") =>
  plainAddress({ rawPath, rawQueryString } as APIGatewayProxyEventV2)?.headers.location;

test.each([
  ["/docs/", "", "/docs"],
  ["/docs/errors//", "", "/docs/errors"],
  ["/terms/", "lang=es", "/terms?lang=es"],
])("%s leads to the plain address, with its query", (path, query, plain) => {
  expect(locationOf(path, query)).toBe(plain);
});

// The gateway may decode the path of a request.
test.each([
  "/",
  "/docs",
  "//evil.example/",
  "/docs//evil.example/",
  "/docs/\r\nset-cookie: a=b/",
  "/\\evil.example/",
])("%j leads nowhere", (path) => expect(locationOf(path)).toBeUndefined());
