import { describe, expect, test } from "@jest/globals";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Json } from "../../infra/local/test/support/http.ts";
import { toolOperations } from "../../shared/contract/mcp.ts";
import { argumentsOf, toolSchema } from "../../shared/contract/openapi/tool-schema.ts";
import { startEngine } from "../support/cloud/engine.ts";

const META = "io.modelcontextprotocol";
const eras = { legacy: "2025-11-25", modern: "2026-07-28" } as const;
type Era = keyof typeof eras;

type Entry = { handler: (event: APIGatewayProxyEventV2, context: object) => Promise<{ body: string }> };
process.env.BASE_URL = "http://localhost:3000";
await startEngine();
const { handler }: Entry = (await import("../../functions/agent/serve-mcp.ts")) as never;

let callers = 0;
/** The reply to the text of a body. Each call has its own address, so no limit is met. */
async function send(era: Era, body: string, named: Json): Promise<Json> {
  callers++;
  const event = {
    routeKey: "POST /api/mcp",
    headers: {
      host: "localhost:3000",
      "content-type": "application/json",
      "mcp-protocol-version": eras[era],
      ...(era === "modern" && { "mcp-method": named.method }),
      ...(typeof named.name === "string" && { "mcp-name": named.name }),
    },
    requestContext: {
      domainName: "localhost",
      http: { method: "POST", path: "/api/mcp", sourceIp: `10.0.${callers >> 8}.${callers & 255}` },
    },
    body,
  } as unknown as APIGatewayProxyEventV2;
  return JSON.parse((await handler(event, {})).body);
}

function ask(era: Era, method: string, params: Json): Promise<Json> {
  const _meta = {
    [`${META}/protocolVersion`]: eras.modern,
    [`${META}/clientInfo`]: { name: "test", version: "1" },
    [`${META}/clientCapabilities`]: {},
  };
  const sent = era === "modern" ? { ...params, _meta } : params;
  const named = { method, name: params?.name ?? params?.uri };
  return send(era, JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: sent }), named);
}

/** The result of a tool, less what differs in each sandbox signup. */
async function resultOf(name: string, args: Json): Promise<Json> {
  const { result } = await ask("legacy", "tools/call", { name, arguments: args });
  return JSON.parse(JSON.stringify(result).replaceAll(/svc_test_[a-z0-9]+/g, "ID"));
}

/** The required arguments of each tool, and those without which it would email someone. */
const least: Record<string, Json> = {
  get_product_info: {},
  check_roth_eligibility: { filing_status: "single", magi: 60_000 },
  start_signup: { email: "ana@example.com", sandbox: true },
  get_signup_status: { signup_id: "svc_sgn_unknown" },
  register_partner: { company: "Acme", email: "dev@acme.example", sandbox: true },
};

describe.each(toolOperations.map((op) => [op.tool.name, op] as const))("%s", (name, op) => {
  const { properties = {} } = toolSchema(argumentsOf(op), "input") as Json;
  const optional = Object.entries<Json>(properties).filter(([field]) => !(field in (least[name] ?? {})));

  test("null, an empty text and no value are the same for each optional argument, inner ones too", async () => {
    const bare = await resultOf(name, least[name]);
    for (const blank of [null, ""]) {
      const all: Json = { ...least[name] };
      for (const [field, { properties: inner }] of optional) {
        expect(await resultOf(name, { ...least[name], [field]: blank })).toEqual(bare);
        all[field] = inner ? Object.fromEntries(Object.keys(inner).map((each) => [each, blank])) : blank;
      }
      expect(await resultOf(name, all)).toEqual(bare);
    }
  });

  test("a blank required argument is missing, and another field is unknown", async () => {
    const [required] = Object.keys(least[name] ?? {});
    if (required)
      expect((await resultOf(name, { ...least[name], [required]: null })).content[0].text).toContain(
        `(parameter_missing, parameter ${required})`,
      );
    expect((await resultOf(name, { ...least[name], sanbox: true })).content[0].text).toContain(
      "(parameter_unknown, parameter sanbox)",
    );
  });
});

const product = { name: "get_product_info" };
const INVALID = -32602;

describe.each(Object.keys(eras) as Era[])("in the era %s", (era) => {
  test.each<[string, Json]>([
    ["tools/list", { cursor: null }],
    ["prompts/list", { cursor: "" }],
    ["resources/list", { cursor: null }],
    ["tools/call", { ...product, arguments: null }],
    ["tools/call", { ...product, arguments: "", task: null }],
    ["prompts/get", { name: "open_account", arguments: null }],
    ["prompts/get", { name: "open_account", arguments: { email: null } }],
  ])("%s with %j succeeds", async (method, params) => {
    const { result } = await ask(era, method, params);
    expect([typeof result, result?.isError]).toEqual(["object", undefined]);
  });

  test.each<[string, Json]>([
    ["tools/list", { cursor: "page-2" }],
    ["resources/templates/list", { cursor: 5 }],
    ["tools/call", {}],
    ["tools/call", { name: null }],
    ["tools/call", { name: 5 }],
    ["tools/call", { name: "nothing" }],
    ["tools/call", { ...product, arguments: [] }],
    ["tools/call", { ...product, arguments: "{}" }],
    ["prompts/get", {}],
    ["prompts/get", { name: "open_account", arguments: { email: 5 } }],
    ["resources/read", { uri: null }],
    ["resources/read", { uri: ["a"] }],
  ])("%s with %j gets one sentence", async (method, params) => {
    const { error } = await ask(era, method, params);
    expect(error).toMatchObject({ code: INVALID, message: expect.stringMatching(/^[^\n[{]{10,120}$/) });
  });
});

test("params may be null in the revisions that need none", async () => {
  expect((await ask("legacy", "tools/list", null)).result.tools).toHaveLength(toolOperations.length);
  expect((await ask("legacy", "initialize", null)).error.message).toBe(
    "`params` is invalid: expected object, received nothing.",
  );
});

test("each message of a batch is read alike, and refused alone", async () => {
  const messages = [null, { cursor: 5 }].map((params, id) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/list",
    params,
  }));
  const replies = await send("legacy", JSON.stringify(messages), {});
  const by = (id: number) => replies.find((reply: Json) => reply.id === id);
  expect([by(0).result.tools.length, by(1).error.code]).toEqual([toolOperations.length, INVALID]);
});

test("arguments that nest deeper than the stack are refused like any others", async () => {
  const deep = `${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}`;
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_product_info","arguments":${deep}}}`;
  const { result } = await send("legacy", body, {});
  expect(result.content[0].text).toContain("parameter_unknown");
});
