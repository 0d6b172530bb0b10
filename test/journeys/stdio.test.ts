import { spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { pack } from "../../infra/tools/pack.ts";
import type { Cloud } from "../support/cloud/cloud.ts";
import { MCP } from "../support/cloud/mcp.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { artifactsDir } from "../support/cloud/synthesise.ts";

const packageDir = join(artifactsDir, "package");
const cli = join(packageDir, "cli.mjs");
const ME = { name: "test", version: "1" };

let cloud: Cloud;
let url: string;
beforeAll(async () => {
  pack(packageDir);
  cloud = await sharedCloud();
  url = cloud.url + MCP;
});
afterAll(endClouds);

type Ended = { code: number | null; stdout: string; stderr: string };

/** Runs the packed program to its end, with these lines as all its input. */
function run(args: string[], lines: string[] = [], env: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(process.execPath, [cli, ...args], { env: { PATH: process.env.PATH, ...env } });
  const ended = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].on("data", (chunk) => {
      ended[name] += chunk;
    });
  child.stdin.end(lines.map((line) => `${line}\n`).join(""));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, ...ended })));
}

const request = (id: number, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

const messages = ({ stdout }: Ended): Json[] =>
  stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** A server that does as it is told, for what ours does not do. */
async function withServer(answer: Parameters<typeof createServer>[1], use: (url: string) => Promise<void>) {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}${MCP}`);
  server.closeAllConnections();
  server.close();
}

describe("clients over standard input and output", () => {
  const started = () => ({ command: process.execPath, args: [cli, "mcp", "--url", url] });

  test.each([
    ["auto", "2026-07-28"],
    ["legacy", "2025-11-25"],
  ] as const)("of today, in the mode %s, reach the revision %s", async (mode, version) => {
    const client = new Client(ME, { versionNegotiation: { mode } });
    await client.connect(new StdioClientTransport(started()));
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect((await client.listTools()).tools).toHaveLength(5);
    const args = { email: "ana@example.com", sandbox: true };
    const { structuredContent } = await client.callTool({ name: "start_signup", arguments: args });
    const { signup_id } = structuredContent as Json;
    const told = await client.callTool({ name: "get_signup_status", arguments: { signup_id } });
    expect(told.structuredContent).toMatchObject({ signup_id, status: "initiated" });
    await client.close();
  });

  test("of yesterday are served too", async () => {
    const client = new OldClient(ME);
    await client.connect(new OldTransport(started()));
    const told = await client.callTool({ name: "get_product_info", arguments: {} });
    expect(told.structuredContent).toMatchObject({ type: "Portable Roth IRA" });
    await client.close();
  });
});

describe("the relay", () => {
  test("answers all that was asked before its input ended, and then ends well", async () => {
    const ended = await run(["mcp", "--url", url], [request(1, "ping"), "", request(2, "tools/list")]);
    expect([ended.code, ended.stderr]).toEqual([0, ""]);
    expect(
      messages(ended)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([1, 2]);
  });

  test("takes the address from the environment, and that of the service for its server's", async () => {
    const ended = await run(["--stdio"], [request(1, "ping")], { PORTABLE_ROTH_URL: cloud.url });
    expect([ended.code, messages(ended)]).toEqual([0, [{ jsonrpc: "2.0", id: 1, result: {} }]]);
  });

  test("carries batches, and says nothing to what wants no answer", async () => {
    const batch = `[${request(1, "ping")},${request(2, "ping")}]`;
    const ended = await run(
      ["mcp", "--url", url],
      [batch, '{"jsonrpc":"2.0","method":"notifications/initialized"}'],
    );
    expect(messages(ended)).toHaveLength(1);
    expect(messages(ended)[0].map(({ id }: Json) => id)).toEqual([1, 2]);
  });

  test("puts only the protocol on standard output, whatever comes in", async () => {
    const lines = ["{", "nonsense", "[]", "null", '"x"', request(7, "ping")];
    const ended = await run(["mcp", "--url", url], lines);
    expect(ended.code).toBe(0);
    for (const message of messages(ended)) expect(message.jsonrpc).toBe("2.0");
    expect(messages(ended).filter(({ error }) => error?.code === -32700).length).toBeGreaterThanOrEqual(2);
    expect(messages(ended)).toContainEqual({ jsonrpc: "2.0", id: 7, result: {} });
  });

  test("names the request in the transport's own refusals", async () => {
    const ended = await run(["mcp", "--url", url], [request(9, "x".repeat(70_000))]);
    expect(messages(ended)).toEqual([
      { jsonrpc: "2.0", id: 9, error: { code: -32000, message: "The body is over 64 KiB." } },
    ]);
  });

  test("says so when the server is away, and when what answers is no MCP server", async () => {
    let gone = "";
    await withServer(
      () => {},
      async (other) => {
        gone = other;
      },
    );
    const away = await run(["mcp", "--url", gone], [request(1, "ping")]);
    const [{ id, error }] = messages(away);
    expect([away.code, id, error.message]).toEqual([0, 1, `${gone}: cannot be reached (ECONNREFUSED)`]);
    const page = (_: unknown, response: { end: (text: string) => void }) => void response.end("<html>");
    await withServer(page, async (other) => {
      const [{ id, error }] = messages(await run(["mcp", "--url", other], [request(2, "ping")]));
      expect([id, error.message]).toEqual([2, expect.stringContaining("answered HTTP 200")]);
    });
  });

  test("does not send on elsewhere what it was given", async () => {
    const elsewhere = (_: unknown, response: { writeHead: Json }) =>
      void response.writeHead(307, { location: url }).end();
    await withServer(elsewhere, async (other) => {
      const [{ error }] = messages(await run(["mcp", "--url", other], [request(1, "ping")]));
      expect(error.code).toBe(-32603);
    });
  });

  test("drops a request that is cancelled, and answers it no more", async () => {
    const silent = () => {};
    await withServer(silent, async (other) => {
      const cancel = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}';
      const ended = await run(["mcp", "--url", other], [request(1, "ping"), cancel]);
      expect([ended.code, ended.stdout]).toEqual([0, ""]);
    });
  });
});

describe("the command line", () => {
  test.each([
    ["no command", [], /mcp/],
    ["no address", ["mcp"], /--url/],
    ["no web address", ["mcp", "--url", "nowhere"], /web address/],
    ["an open line", ["mcp", "--url", "http://api.example.com"], /https/],
    ["another scheme", ["mcp", "--url", "file:///etc/passwd"], /https/],
    ["an unknown option", ["mcp", "--verbose"], /--verbose/],
    ["an unknown client", ["mcp", "--url", "https://a.example", "--print-config", "emacs"], /claude/],
  ])("refuses %s, on standard error", async (_, args, words) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(words)]);
  });

  test.each([
    ["claude", "mcpServers"],
    ["cursor", "mcpServers"],
    ["vscode", "servers"],
  ])("prints what %s wants to be told", async (name, list) => {
    const { code, stdout } = await run(["mcp", "--url", "https://a.example", "--print-config", name]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)[list]["portable-roth"]).toMatchObject({
      command: "node",
      args: [cli, "mcp", "--url", "https://a.example/api/mcp"],
    });
  });
});
