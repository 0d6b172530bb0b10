import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import type { Call } from "../../infra/local/test/support/http.ts";
import { errors } from "../../shared/contract/errors.ts";
import { type Cloud, freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

let cloud: Cloud;
beforeAll(async () => {
  cloud = await sharedCloud();
});
afterAll(endClouds);

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
    for (const code of Object.keys(errors)) expect(page.text).toContain(`id="${code}"`);
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

describe("gateway", () => {
  test("a body over 10 MB gets the gateway's own 413", async () => {
    const { status, json } = await cloud.call(SIGNUPS, {
      body: Buffer.alloc(10_500_000, "a"),
      headers: JSON_TYPE,
    });
    expect([status, json]).toEqual([413, { message: "Request Entity Too Large" }]);
  });

  test("any origin can call the Agent API (CORS)", async () => {
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
    const refusal = await cloud.call("/nowhere", { headers: { origin } });
    expect(refusal.headers["access-control-allow-origin"]).toBe("*");
  });
});

describe("waitlist", () => {
  const join = (call: Call) => cloud.call("/api/waitlist", { method: "POST", from: freshAddress(), ...call });
  const form = (fields: Record<string, string>): Call => ({
    body: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

  test("a known email and a new one get the same reply", async () => {
    const json = { email: freshEmail(), name: "Ana", platforms: "DoorDash and Uber" };
    const [first, second] = [await join({ json }), await join({ json })];
    expect([first.status, first.json]).toEqual([200, { ok: true }]);
    expect([second.status, second.json]).toEqual([200, { ok: true }]);
  });

  test("a form redirects to the thank-you page", async () => {
    const { status, headers } = await join(form({ email: freshEmail(), name: "", platforms: "" }));
    expect([status, headers.location]).toEqual([303, "/waitlist/thanks"]);
    expect((await cloud.call("/waitlist/thanks")).text).toContain("You're on the list");
  });

  test("an invalid form gets the page back with its input escaped and every mistake named", async () => {
    const { status, headers, text } = await join(
      form({ email: "nope", name: '"><script>alert(1)</script>', platforms: "Uber\nLyft" }),
    );
    expect([status, headers["content-type"]]).toEqual([400, "text/html; charset=utf-8"]);
    expect(text).toContain('value="nope"');
    expect(text).not.toContain("<script>");
    const summary = /data-mistakes.*?<\/ul>/.exec(text)?.[0];
    for (const [field, words] of [
      ["email", "Enter an email address"],
      ["platforms", "List your apps on one line"],
    ] as const) {
      const input = new RegExp(`<input id="${field}"[^>]*>`).exec(text)?.[0];
      expect(input).toContain('aria-invalid="true"');
      expect(input).toContain(`aria-describedby="${field}-mistake"`);
      expect(text).toMatch(new RegExp(`id="${field}-mistake">${words}`));
      expect(summary).toMatch(new RegExp(`href="#${field}">${words}`));
    }
    expect(text.match(/aria-invalid/g)).toHaveLength(2);
  });

  test("errors of no single field get a page with their message", async () => {
    const unknown = await join(form({ email: freshEmail(), foo: "1" }));
    expect(unknown.text).toMatch(/<li>Foo is not a field of this operation/);
    const large = await join(form({ email: freshEmail(), name: "x".repeat(70_000) }));
    expect([large.status, large.text]).toEqual([413, expect.stringContaining("maximum of 64 KiB")]);

    await cloud.inject({ kind: "error", action: "dynamodb:PutItem" });
    const failed = await join(form({ email: freshEmail() }));
    await cloud.inject();
    expect(failed.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect([failed.status, failed.text]).toEqual([
      expect.any(Number),
      expect.stringContaining("Something went wrong"),
    ]);
  });

  test("a list of gig platforms gets a 400", async () => {
    const { status, json } = await join({ json: { email: freshEmail(), platforms: ["uber"] } });
    expect([status, json.error.param]).toEqual([400, "platforms"]);
  });

  test("joining the waitlist does not change a signup with the same email", async () => {
    const email = freshEmail();
    const signup = (await cloud.post(SIGNUPS, { email }, { from: freshAddress() })).json;
    await join({ json: { email } });
    expect((await cloud.call(`${SIGNUPS}/${signup.signup_id}`)).json.status).toBe("initiated");
  });
});
