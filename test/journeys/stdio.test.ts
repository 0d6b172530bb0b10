import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { messages, request, runCli } from "../../shared/client/test/run-cli.ts";
import { MCP } from "../support/cloud/mcp.ts";
import { packedDir } from "../support/cloud/packed.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cli = join(packedDir, "cli.mjs");
/** The packed program. */
const run = (...input: [args: string[], lines?: string[], env?: Record<string, string>]) =>
  runCli(cli, ...input);
const ME = { name: "test", version: "1" };

const cloud = await sharedCloud();
const url = cloud.url + MCP;

const started = () => ({ command: process.execPath, args: [cli, "mcp", "--url", url] });

test("the current client negotiates the newest revision and calls tools", async () => {
  const client = new Client(ME, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StdioClientTransport(started()));
  expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  expect((await client.listTools()).tools).toHaveLength(5);
  const args = { email: "ana@example.com", sandbox: true };
  const { structuredContent } = await client.callTool({ name: "start_signup", arguments: args });
  expect(structuredContent).toMatchObject({ status: "initiated" });
  await client.close();
});

test("the proxy answers every request that it read and exits with code 0 when its input ends", async () => {
  const ended = await run(["mcp", "--url", url], [request(1, "ping"), "", request(2, "tools/list")]);
  expect([ended.code, ended.stderr]).toEqual([0, ""]);
  expect(
    messages(ended)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([1, 2]);
});

test("PORTABLE_ROTH_URL sets the address, and the proxy adds the MCP path to the service's URL", async () => {
  const ended = await run(["--stdio"], [request(1, "ping")], { PORTABLE_ROTH_URL: cloud.url });
  expect([ended.code, messages(ended)]).toEqual([0, [{ jsonrpc: "2.0", id: 1, result: {} }]]);
});

test("malformed input results only in protocol messages on standard output", async () => {
  const lines = ["{", "nonsense", "[]", "null", '"x"', request(7, "ping")];
  const ended = await run(["mcp", "--url", url], lines);
  expect(ended.code).toBe(0);
  for (const message of messages(ended)) expect(message.jsonrpc).toBe("2.0");
  expect(messages(ended).filter(({ error }) => error?.code === -32700).length).toBeGreaterThanOrEqual(2);
  expect(messages(ended)).toContainEqual({ jsonrpc: "2.0", id: 7, result: {} });
});
