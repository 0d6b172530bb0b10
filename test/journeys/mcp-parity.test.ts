import { expect, test } from "@jest/globals";
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

/** By tool: what it gets besides its example, and what is refused. */
const cases: Record<string, { more?: Json; bad: [code: string, args: Json][] }> = {
  [getProductInfoOperation.tool.name]: { bad: [] },
  [checkRothEligibilityOperation.tool.name]: {
    more: { filing_status: "married_separate", magi: 9_999.99 },
    bad: [
      ["parameter_missing", { magi: 1 }],
      ["parameter_invalid", { filing_status: "single", magi: 1e21 }],
      ["parameter_unknown", { filing_status: "single", magi: 1, age: 40 }],
    ],
  },
  [startSignupOperation.tool.name]: {
    more: { sandbox: true },
    bad: [
      ["parameter_unknown", { email: "ana@example.com", agent: { secret: "x" } }],
      ["partner_unknown", { email: "ana@example.com", partner_id: "nobody-at-all" }],
    ],
  },
  [getSignupStatusOperation.tool.name]: { bad: [["resource_missing", { signup_id: "no id at all" }]] },
  [registerPartnerOperation.tool.name]: {
    more: { sandbox: true },
    bad: [["parameter_invalid", { company: " ", email: "dev@acme.example" }]],
  },
};

test.each(toolOperations.map((op) => [op.tool.name, op] as const))(
  "%s has the result and the errors that it has over REST",
  async (name, op) => {
    const { more = {}, bad } = cases[name] ?? { bad: [] };
    expect(Object.keys(cases)).toContain(name);
    // An unknown signup has no result; one that was made is below.
    if (op !== getSignupStatusOperation)
      expect((await sameAnswer(op, { ...op.bodyExample, ...more })).status).toBeLessThan(300);
    for (const [code, args] of bad)
      expect([args, (await sameAnswer(op, args)).json.error.code]).toEqual([args, code]);
  },
);

test("a signup is the same over REST, with the same status", async () => {
  const args = { email: freshEmail(), name: "Ana" };
  const result = await call(cloud, startSignupOperation.tool.name, args);
  const again = await sameAnswer(startSignupOperation, args);
  expect([again.status, again.json]).toEqual([200, result.structuredContent]);
  const { signup_id } = again.json;
  expect((await sameAnswer(getSignupStatusOperation, { signup_id })).json).toMatchObject({
    signup_id,
    status: "initiated",
  });
});

test("a partner is the same over REST", async () => {
  const args = { company: `Fleet ${freshEmail()}`, email: "dev@acme.example" };
  const result = await call(cloud, registerPartnerOperation.tool.name, args);
  const { partner_id } = (await sameAnswer(registerPartnerOperation, args)).json;
  expect(partner_id).toBe(result.structuredContent.partner_id);
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
