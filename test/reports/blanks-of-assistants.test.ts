import { describe, expect, test } from "@jest/globals";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Json } from "../../infra/local/test/support/http.ts";
import { toolOperations } from "../../shared/contract/mcp.ts";
import { startEngine } from "../support/cloud/engine.ts";

/** Reported: an assistant that filled optional arguments with null or "" started a live signup, or none. */
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

/** The result of a sandbox signup, less its id. */
async function signUp(args: Json): Promise<Json> {
  const least = { email: "ana@example.com", sandbox: true };
  const { result } = await ask("legacy", "tools/call", {
    name: "start_signup",
    arguments: { ...least, ...args },
  });
  return JSON.parse(JSON.stringify(result).replaceAll(/svc_test_[a-z0-9]+/g, "ID"));
}

test("null, an empty text and no value are the same for each optional argument, inner ones too", async () => {
  const bare = await signUp({});
  const texts = ["name", "platforms", "partner_id", "language", "agent"];
  for (const blank of [null, ""]) {
    for (const field of texts) expect(await signUp({ [field]: blank })).toEqual(bare);
    expect(await signUp({ agent: { name: blank, client: blank, version: blank } })).toEqual(bare);
  }
});

test.each([
  [{ email: null }, "(parameter_missing, parameter email)"],
  [{ sanbox: true }, "(parameter_unknown, parameter sanbox)"],
])("%j gets its error", async (args, error) => expect((await signUp(args)).content[0].text).toContain(error));

const product = { name: "get_product_info" };
const INVALID = -32602;

describe.each(Object.keys(eras) as Era[])("in the era %s", (era) => {
  test.each<[string, Json]>([
    ["tools/list", { cursor: null }],
    ["resources/list", { cursor: null }],
    ["tools/call", { ...product, arguments: null }],
    ["tools/call", { ...product, arguments: "", task: null }],
    ["prompts/get", { name: "start_signup", arguments: null }],
    ["prompts/get", { name: "start_signup", arguments: { email: null } }],
  ])("%s with %j succeeds", async (method, params) => {
    const { result } = await ask(era, method, params);
    expect([typeof result, result?.isError]).toEqual(["object", undefined]);
  });

  test.each<[string, Json]>([
    ["tools/list", { cursor: "page-2" }],
    ["tools/call", {}],
    ["tools/call", { name: null }],
    ["tools/call", { name: "nothing" }],
    ["tools/call", { ...product, arguments: [] }],
    ["prompts/get", {}],
    ["prompts/get", { name: "start_signup", arguments: { email: 5 } }],
    ["resources/read", { uri: null }],
  ])("%s with %j gets one sentence", async (method, params) => {
    const { error } = await ask(era, method, params);
    expect(error).toMatchObject({ code: INVALID, message: expect.stringMatching(/^[^\n[{]{10,140}$/) });
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

test("a message that nests too deep is refused like any other text that is no message", async () => {
  const deep = `${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}`;
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_product_info","arguments":${deep}}}`;
  const { error } = await send("legacy", body, {});
  expect(error).toEqual({ code: -32700, message: expect.stringContaining("more than 32 levels") });
});
