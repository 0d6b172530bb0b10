import { expect, test } from "@jest/globals";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { MCP } from "../support/cloud/mcp.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const ME = { name: "test", version: "1" };

const cloud = await sharedCloud(120);
const url = new URL(cloud.url + MCP);

type Call = (name: string, args: Record<string, unknown>) => Promise<Json>;

/** An assistant's calls up to account_opened. The clients check each reply against the listed schemas. */
async function signUp(call: Call): Promise<void> {
  expect((await call("get_product_info", {})).type).toBe("Portable Roth IRA");
  expect((await call("check_roth_eligibility", { filing_status: "single", magi: 60_000 })).eligible).toBe(
    true,
  );
  const { partner_id } = await call("register_partner", {
    company: "Acme",
    email: "dev@acme.example",
    sandbox: true,
  });
  const { signup_id, status } = await call("start_signup", {
    email: "ana@example.com",
    partner_id,
    name: null,
    agent: { name: "test", client: null },
    sandbox: true,
  });
  expect(status).toBe("initiated");
  await eventually(
    async () => (await call("get_signup_status", { signup_id })).status === "account_opened",
    20_000,
  );
}

const structured = (result: Json) => {
  if (result.isError) throw new Error(result.content[0].text);
  return result.structuredContent;
};

test.each([
  ["auto", "2026-07-28"],
  ["legacy", "2025-11-25"],
] as const)("the current client in the mode %s speaks %s and signs a person up", async (mode, version) => {
  const client = new Client(ME, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url));
  expect(client.getNegotiatedProtocolVersion()).toBe(version);
  expect((await client.listTools()).tools).toHaveLength(5);
  await signUp(async (name, args) => structured(await client.callTool({ name, arguments: args })));
  await client.close();
});

test("the previous major version of the client signs a person up", async () => {
  const client = new OldClient(ME);
  await client.connect(new OldTransport(url) as never);
  expect(client.getInstructions()).toContain("start_signup");
  expect((await client.listTools()).tools).toHaveLength(5);
  expect((await client.listPrompts()).prompts).toHaveLength(2);
  await signUp(async (name, args) => structured(await client.callTool({ name, arguments: args })));
  await client.close();
});
