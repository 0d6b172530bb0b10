import { afterEach, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { toolOperations } from "../../shared/contract/mcp.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { call, legacy, modern, resultOf, statusOf } from "../support/cloud/mcp.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();
afterEach(() => cloud.inject());

test("the list is under 1,600 tokens in every revision", async () => {
  for (const reply of [await modern(cloud, "tools/list"), await legacy(cloud, "tools/list")]) {
    expect(Buffer.byteLength(reply.text) / 4).toBeLessThan(1_600);
  }
});

test("the list has the contract's tools with a title, four hints and flat schemas of plain keywords", async () => {
  const { tools } = resultOf(await modern(cloud, "tools/list"));
  expect(tools.map(({ name }: Json) => name).sort()).toEqual(
    toolOperations.map(({ tool }) => tool.name).sort(),
  );
  for (const { title, description, annotations, inputSchema, outputSchema } of tools) {
    expect([typeof title, typeof description]).toEqual(["string", "string"]);
    expect(Object.values(annotations).filter((hint) => typeof hint === "boolean")).toHaveLength(4);
    expect([inputSchema.type, inputSchema.additionalProperties]).toEqual(["object", false]);
    expect([outputSchema.type, outputSchema.additionalProperties]).toEqual(["object", undefined]);
    expect(JSON.stringify([inputSchema, outputSchema])).not.toMatch(/"(\$\w+|x-[\w-]+)":|"type":\[/);
  }
});

test("descriptions and instructions give a model no orders", async () => {
  const { tools } = resultOf(await modern(cloud, "tools/list"));
  const { instructions } = resultOf(await modern(cloud, "server/discover"));
  for (const text of [instructions, ...tools.map(({ description }: Json) => description)]) {
    expect(text).not.toMatch(
      /\b(you must|always|never call|do not call|before calling|first call|IMPORTANT)\b/i,
    );
  }
});

const args = { email: "ana@example.com", sandbox: true };
const start = (params: object, capabilities?: object) =>
  modern(
    cloud,
    "tools/call",
    { name: "start_signup", arguments: args, ...params },
    capabilities ? { capabilities } : {},
  );

test("a client that cannot open links gets the link in a successful result", async () => {
  for (const capabilities of [undefined, { elicitation: {} }, { elicitation: { form: {} } }]) {
    const { isError, structuredContent } = resultOf(await start({}, capabilities));
    expect(isError).toBeUndefined();
    expect(structuredContent.signup_url).toContain(structuredContent.signup_id);
    expect(structuredContent.human_action_required).toContain("signup_url");
  }
});

test("a client that can open links is asked to, and then gets the same signup's result", async () => {
  const can = { elicitation: { url: {} } };
  const result = resultOf(await start({}, can));
  expect(result.resultType).toBe("input_required");
  const { mode, url } = result.inputRequests.open.params;
  expect([mode, (await cloud.call(new URL(url).pathname)).status]).toEqual(["url", 200]);
  const { requestState } = result;
  for (const action of ["accept", "decline", "cancel"]) {
    const result = resultOf(await start({ inputResponses: { open: { action } }, requestState }, can));
    expect(result.structuredContent).toMatchObject({ signup_url: url, status: "initiated" });
  }
});

test("a forged requestState gets resource_missing", async () => {
  const inputResponses = { open: { action: "accept" } };
  for (const requestState of ["svc_sgn_made0up", "x".repeat(1000), "SIGNUP#1"]) {
    const result = resultOf(await start({ inputResponses, requestState }, { elicitation: { url: {} } }));
    expect([result.isError, result.content[0].text]).toEqual([
      true,
      expect.stringContaining("resource_missing"),
    ]);
  }
});

test("resources equal the REST replies, and the Roth rules cite their sources", async () => {
  const { resources } = resultOf(await modern(cloud, "resources/list"));
  const read = async (name: string) => {
    const { uri } = resources.find((resource: Json) => resource.name === name);
    const [content] = resultOf(await modern(cloud, "resources/read", { uri })).contents;
    expect(content.uri).toBe(uri);
    return { uri, text: content.text };
  };
  for (const name of ["product", "openapi"]) {
    const { uri, text } = await read(name);
    expect(JSON.parse(text)).toEqual((await cloud.call(new URL(uri).pathname)).json);
  }
  const { text: rules } = await read("roth-rules");
  expect(rules).toContain("$153,000 | $168,000");
  expect(rules).toContain("https://www.irs.gov/publications/p590a");
  expect(await statusOf(modern(cloud, "resources/read", { uri: "portable-roth://nothing" }))).toEqual([
    200, -32602,
  ]);
});

test("prompts contain the arguments that the person filled in", async () => {
  const { prompts } = resultOf(await modern(cloud, "prompts/list"));
  expect(prompts.map(({ name }: Json) => name)).toEqual(["check_roth_eligibility", "start_signup"]);
  const get = async (name: string, args: object) =>
    resultOf(await modern(cloud, "prompts/get", { name, arguments: args })).messages[0].content.text;
  expect(await get("check_roth_eligibility", { filing_status: "single", magi: "60000" })).toMatch(
    /single.*\$60000/,
  );
  expect(await get("start_signup", {})).toContain("disclosures");
});

test("an unknown tool gets an error that names the tools", async () => {
  for (const reply of [
    await modern(cloud, "tools/call", { name: "sign_up" }),
    await legacy(cloud, "tools/call", { name: "sign_up" }),
  ]) {
    const { error } = JSON.parse(reply.text);
    expect(error.code).toBe(-32602);
    for (const { tool } of toolOperations) expect(error.message).toContain(tool.name);
  }
});

test("a list shows the fields of every object in a result", async () => {
  const { tools } = resultOf(await modern(cloud, "tools/list"));
  const text = JSON.stringify(tools.map(({ outputSchema }: Json) => outputSchema));
  for (const field of ["max_amount", "starts_at", "price_usd_per_month", "documentation"])
    expect(text).toContain(`"${field}"`);
  expect(text).not.toContain('{"type":"object"}');
});

test("a tool call that cannot be counted against the rate limit writes nothing", async () => {
  await cloud.inject({ kind: "error", action: "dynamodb:UpdateItem", caller: "serve-mcp" });
  const args = { email: freshEmail() };
  const refused = await call(cloud, "start_signup", args);
  expect([refused.isError, refused.content[0].text]).toEqual([
    true,
    expect.stringContaining("(service_unavailable)"),
  ]);
  await cloud.inject();
  const signup = await cloud.post("/api/agent/signups", args, { from: freshAddress() });
  expect(signup.status).toBe(201);
});
