import { describe, expect, test } from "@jest/globals";
import type { Call } from "../../infra/local/test/support/http.ts";
import { errors } from "../../shared/contract/errors.ts";
import { freshAddress } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { pageOf } from "../support/page.ts";

const cloud = await sharedCloud();

const JSON_TYPE = { "content-type": "application/json" };
const SIGNUPS = "/api/agent/signups";

/** Requests that cause an error: condition, path, call, status and code. */
const provoked: [string, string, Call, number, string][] = [
  ["an unknown path", "/api/agent/nothing", {}, 404, "route_not_found"],
  ["a path with a slash too many", `${SIGNUPS}/`, {}, 404, "route_not_found"],
  ["a wrong method", SIGNUPS, { method: "DELETE" }, 405, "method_not_allowed"],
  [
    "a wrong method on a path with an id",
    `${SIGNUPS}/svc_sgn_1`,
    { method: "PUT" },
    405,
    "method_not_allowed",
  ],
  ["a wrong method on a page", "/docs", { method: "POST", body: "" }, 405, "method_not_allowed"],
  ["half of a JSON text", SIGNUPS, { body: '{"email":', headers: JSON_TYPE }, 400, "body_invalid_json"],
  ["no body", SIGNUPS, { method: "POST" }, 400, "body_invalid_json"],
  ["a JSON list", SIGNUPS, { body: "[]", headers: JSON_TYPE }, 400, "body_invalid_json"],
  [
    "bytes that are not UTF-8",
    SIGNUPS,
    {
      body: Buffer.from([0x7b, 0xff, 0x7d]),
      headers: { "content-type": "application/json; charset=latin1" },
    },
    400,
    "body_invalid_json",
  ],
  [
    "a form where JSON is due",
    SIGNUPS,
    { body: "email=a", headers: { "content-type": "application/x-www-form-urlencoded" } },
    415,
    "unsupported_media_type",
  ],
  ["a body without a type", SIGNUPS, { body: "{}" }, 415, "unsupported_media_type"],
  [
    "a body over 64 KiB",
    SIGNUPS,
    { body: `{"email":"${"a".repeat(65_536)}"}`, headers: JSON_TYPE },
    413,
    "body_too_large",
  ],
  [
    "a body of 5 MB",
    SIGNUPS,
    { body: Buffer.alloc(5_000_000, "a"), headers: JSON_TYPE },
    413,
    "body_too_large",
  ],
  ["an unknown query parameter", "/api/agent/product?x=1", {}, 400, "parameter_unknown"],
];

describe("error envelope", () => {
  test.each(provoked)("%s gets the standard error envelope", async (_, path, call, status, code) => {
    const reply = await cloud.call(path, { from: freshAddress(), ...call });
    expect([reply.status, reply.json?.error?.code]).toEqual([status, code]);
    const { error } = reply.json;
    expect(Object.keys(error)).toEqual(["type", "code", "message", "param", "doc_url"]);
    expect([errors[code as keyof typeof errors][0], errors[code as keyof typeof errors][1]]).toEqual([
      status,
      error.type,
    ]);
    expect(reply.headers["x-request-id"]).toMatch(/\S/);
    expect(reply.headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "strict-transport-security": "max-age=31536000",
    });
  });

  test("doc_url opens a page that explains every error code", async () => {
    const { error } = (await cloud.call("/api/agent/nothing")).json;
    const { pathname, hash } = new URL(error.doc_url);
    const page = await cloud.call(pathname);
    expect(page.status).toBe(200);
    const places = pageOf(page)
      .elements("[id]")
      .map(({ id }) => id);
    expect(places).toEqual(expect.arrayContaining(Object.keys(errors)));
    expect(hash).toBe("#route_not_found");
  });
});

test("a 405 lists the allowed methods of its path", async () => {
  expect((await cloud.call(SIGNUPS, { method: "GET" })).headers.allow).toBe("POST");
  expect((await cloud.call(`${SIGNUPS}/svc_sgn_1`, { method: "POST" })).headers.allow).toBe("GET, HEAD");
  for (const method of ["PUT", "DELETE"]) {
    const { status, headers } = await cloud.call("/v1/payments/payout", { method });
    expect([status, headers.allow]).toEqual([405, "POST, GET, HEAD"]);
  }
});

test.each<[string, string, Call, number, string]>([
  [
    "a body over 10 MB",
    SIGNUPS,
    { body: Buffer.alloc(10_500_000, "a"), headers: JSON_TYPE },
    413,
    "Request Entity Too Large",
  ],
  ["a path with a broken encoding", `${SIGNUPS}/%zz`, {}, 400, "Bad Request"],
])("%s gets the gateway's own reply", async (_, path, call, expected, message) => {
  const { status, json } = await cloud.call(path, call);
  expect([status, json]).toEqual([expected, { message }]);
});

test("pages of any origin can read the Agent API and send a preflight", async () => {
  const origin = "https://assistant.example";
  const preflight = await cloud.call(SIGNUPS, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type",
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers).toMatchObject({
    "access-control-allow-origin": "*",
    "access-control-allow-methods": expect.stringContaining("POST"),
    "access-control-allow-headers": expect.stringContaining("content-type"),
  });
  const reply = await cloud.call("/api/agent/product", { headers: { origin } });
  expect(reply.headers["access-control-allow-origin"]).toBe("*");
  expect(reply.headers["access-control-expose-headers"]).toContain("x-request-id");
  const missing = await cloud.call("/api/nowhere", { headers: { origin } });
  expect(missing.headers["access-control-allow-origin"]).toBe("*");
});
