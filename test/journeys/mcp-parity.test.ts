import { describe, expect, test } from "@jest/globals";
import type { Json, Reply } from "../../infra/local/test/support/http.ts";
import { checkRothEligibilityOperation } from "../../shared/contract/agent/check-roth-eligibility.ts";
import { getProductInfoOperation } from "../../shared/contract/agent/get-product-info.ts";
import { getSignupStatusOperation } from "../../shared/contract/agent/get-signup-status.ts";
import { registerPartnerOperation } from "../../shared/contract/agent/register-partner.ts";
import { startSignupOperation } from "../../shared/contract/agent/start-signup.ts";
import { toolOperations } from "../../shared/contract/mcp.ts";
import type { Operation } from "../../shared/contract/operation.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { call, legacy, resultOf } from "../support/cloud/mcp.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();

/** The REST call with these arguments. */
function rest({ method, path, query, body }: Operation, args: Json, from: string): Promise<Reply> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(args[name]));
  const written = Object.entries(args).map(([name, value]) => [name, String(value)]);
  const search = query ? `?${new URLSearchParams(written)}` : "";
  return cloud.call(filled + search, { method, from, ...(body && { json: args }) });
}

/** Replaces the ids of sandbox signups, which differ in each reply. */
const known = (value: Json): Json =>
  JSON.parse(JSON.stringify(value).replaceAll(/svc_test_[a-z0-9]+/g, "svc_test_ID"));

/** Calls REST and MCP from different addresses, expects equal replies, and returns the REST one. */
async function sameAnswer(op: Operation, args: Json): Promise<Reply> {
  const reply = await rest(op, args, freshAddress());
  const name = op.tool?.name ?? "";
  const result = await call(cloud, name, args);
  const older = resultOf(
    await legacy(cloud, "tools/call", { name, arguments: args }, { version: "2025-06-18" }),
  );
  for (const { isError, structuredContent, content } of [result, older]) {
    const [{ type, text }, ...more] = content;
    expect(type).toBe("text");
    if (reply.status < 300) {
      const replies = Object.values(op.replies);
      const description = replies.find(({ status }) => status === reply.status)?.description;
      expect(more).toEqual(replies.length > 1 ? [{ type: "text", text: description }] : []);
      expect([isError, known(structuredContent)]).toEqual([undefined, known(reply.json)]);
      expect(JSON.parse(text)).toEqual(structuredContent);
    } else {
      const { code, message, param, doc_url } = reply.json.error;
      expect([isError, structuredContent, more]).toEqual([true, undefined, []]);
      expect(text).toContain(`${message} (${code}${param ? `, parameter ${param}` : ""})`);
      expect(text).toContain(doc_url);
    }
  }
  return reply;
}

const cases: Record<string, { op: Operation; good: Json[]; bad: [code: string, args: Json][] }> = {
  [getProductInfoOperation.tool.name]: { op: getProductInfoOperation, good: [{}], bad: [] },
  [checkRothEligibilityOperation.tool.name]: {
    op: checkRothEligibilityOperation,
    good: [
      { filing_status: "single", magi: 0 },
      { filing_status: "married_separate", magi: 9_999.99 },
      { filing_status: "head_of_household", magi: 160_500.5 },
      { filing_status: "married_joint", magi: 250_000 },
    ],
    bad: [
      ["parameter_missing", { filing_status: "single" }],
      ["parameter_missing", { magi: 1 }],
      ["parameter_invalid", { filing_status: "widow", magi: 1 }],
      ["parameter_invalid", { filing_status: "single", magi: -1 }],
      ["parameter_invalid", { filing_status: "single", magi: 0.1234567 }],
      ["parameter_invalid", { filing_status: "single", magi: 1e21 }],
      ["parameter_invalid", { filing_status: "single", magi: true }],
      ["parameter_unknown", { filing_status: "single", magi: 1, age: 40 }],
    ],
  },
  [startSignupOperation.tool.name]: {
    op: startSignupOperation,
    good: [
      { email: "ana@example.com", sandbox: true },
      { email: "ana@example.com", name: "Ana", platforms: ["doordash"], agent: { name: "x" }, sandbox: true },
      { email: "ana@example.com", partner_id: "any-slug", sandbox: true },
    ],
    bad: [
      ["parameter_missing", {}],
      ["parameter_invalid", { email: "nope" }],
      ["parameter_invalid", { email: "ana@example.com", name: "x".repeat(101) }],
      ["parameter_invalid", { email: "ana@example.com", platforms: ["Door Dash"] }],
      ["parameter_unknown", { email: "ana@example.com", sanbox: true }],
      ["parameter_unknown", { email: "ana@example.com", agent: { secret: "x" } }],
      ["partner_unknown", { email: "ana@example.com", partner_id: "nobody-at-all" }],
    ],
  },
  [getSignupStatusOperation.tool.name]: {
    op: getSignupStatusOperation,
    good: [],
    bad: [
      ["resource_missing", { signup_id: "svc_sgn_unknown" }],
      ["resource_missing", { signup_id: "no id at all" }],
    ],
  },
  [registerPartnerOperation.tool.name]: {
    op: registerPartnerOperation,
    good: [{ company: "Acme Fleet", email: "dev@acme.example", sandbox: true }],
    bad: [
      ["parameter_missing", { company: "Acme Fleet" }],
      ["parameter_invalid", { company: " ", email: "dev@acme.example" }],
      ["parameter_unknown", { company: "Acme", email: "dev@acme.example", partner_id: "mine" }],
    ],
  },
};

test("every tool has cases in this file", () => {
  expect(Object.keys(cases).sort()).toEqual(toolOperations.map(({ tool }) => tool.name).sort());
});

describe.each(Object.entries(cases))("parity of %s", (_name, { op, good, bad }) => {
  test("valid arguments get the same result as over REST", async () => {
    for (const args of good) expect((await sameAnswer(op, args)).status).toBeLessThan(300);
  });

  test("invalid arguments get the same error as over REST", async () => {
    for (const [code, args] of bad) {
      expect([args, (await sameAnswer(op, args)).json.error.code]).toEqual([args, code]);
    }
  });
});

test("a signup is the same over REST, with the same status", async () => {
  const args = { email: freshEmail(), name: "Ana" };
  const made = await call(cloud, startSignupOperation.tool.name, args);
  const again = await sameAnswer(startSignupOperation, args);
  expect([again.status, again.json]).toEqual([200, made.structuredContent]);
  const { signup_id } = again.json;
  expect((await sameAnswer(getSignupStatusOperation, { signup_id })).json).toMatchObject({
    signup_id,
    status: "initiated",
  });
});

test("a partner is the same over REST", async () => {
  const args = { company: `Fleet ${freshEmail()}`, email: "dev@acme.example" };
  const made = await call(cloud, registerPartnerOperation.tool.name, args);
  const { partner_id } = (await sameAnswer(registerPartnerOperation, args)).json;
  expect(partner_id).toBe(made.structuredContent.partner_id);
  const attributed = await call(cloud, startSignupOperation.tool.name, { email: freshEmail(), partner_id });
  expect(attributed.structuredContent.partner_id).toBe(partner_id);
});

test("one address has one rate limit for REST and MCP", async () => {
  const from = freshAddress();
  const { name } = registerPartnerOperation.tool;
  const args = { company: "A", email: "dev@acme.example", sandbox: true };
  for (let i = 0; i < 5; i++) {
    if (i % 2) expect((await rest(registerPartnerOperation, args, from)).status).toBe(201);
    else expect((await call(cloud, name, args, { from })).isError).toBeUndefined();
  }
  const refused = await rest(registerPartnerOperation, args, from);
  const { isError, content } = await call(cloud, name, args, { from });
  expect([refused.json.error.code, isError]).toEqual(["rate_limit_exceeded", true]);
  expect(content[0].text).toMatch(
    /exceeded its limit of 5 requests per minute\. Try again in \d+ s\. \(rate_limit_exceeded\)/,
  );
});
