import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { messages, request, runCli } from "./run-cli.ts";

const cli = join(import.meta.dirname, "..", "cli.ts");
const run = (args: string[], lines?: string[]) => runCli(cli, args, lines);

/** A stub server, for answers that the service never gives. */
async function withServer(answer: Parameters<typeof createServer>[1], use: (url: string) => Promise<void>) {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/mcp`);
  server.closeAllConnections();
  server.close();
}

test("an unreachable server, or one that does not speak MCP, becomes an error reply", async () => {
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
  const page = (_: unknown, response: ServerResponse) => void response.end("<html>");
  await withServer(page, async (other) => {
    const [{ id, error }] = messages(await run(["mcp", "--url", other], [request(2, "ping")]));
    expect([id, error.message]).toEqual([2, expect.stringContaining("answered HTTP 200")]);
  });
});

test("a redirect is not followed and becomes an error reply", async () => {
  const answering = (_: unknown, response: ServerResponse) =>
    void response.end('{"jsonrpc":"2.0","id":1,"result":{}}');
  await withServer(answering, async (location) => {
    const redirecting = (_: unknown, response: ServerResponse) =>
      void response.writeHead(307, { location }).end();
    await withServer(redirecting, async (other) => {
      const [{ error }] = messages(await run(["mcp", "--url", other], [request(1, "ping")]));
      expect(error.code).toBe(-32603);
    });
  });
});

test.each([502, 405, 202])("an empty HTTP %i becomes an error reply to each request", async (status) => {
  const empty = (_: unknown, response: ServerResponse) => void response.writeHead(status).end();
  await withServer(empty, async (other) => {
    const ended = await run(["mcp", "--url", other], [`[${request(1, "ping")},${request(2, "ping")}]`]);
    const message = `${other}: answered HTTP ${status} without an MCP message. Check --url.`;
    expect(messages(ended).map(({ id, error }) => [id, error.message])).toEqual([
      [1, message],
      [2, message],
    ]);
  });
});

test("a stream without a message becomes an error reply", async () => {
  const empty = (_: unknown, response: ServerResponse) =>
    void response.writeHead(200, { "content-type": "text/event-stream" }).end(": hello\n\n");
  await withServer(empty, async (other) => {
    const [{ id, error }] = messages(await run(["mcp", "--url", other], [request(1, "ping")]));
    expect([id, error.message]).toEqual([1, expect.stringContaining("without an MCP message")]);
  });
});

test.each([202, 502])("a notification that gets an empty HTTP %i gets no reply", async (status) => {
  const empty = (_: unknown, response: ServerResponse) => void response.writeHead(status).end();
  await withServer(empty, async (other) => {
    const ended = await run(
      ["mcp", "--url", other],
      ['{"jsonrpc":"2.0","method":"notifications/initialized"}'],
    );
    expect([ended.code, ended.stdout]).toEqual([0, ""]);
  });
});

test("a cancelled request is dropped and gets no reply", async () => {
  const silent = () => {};
  await withServer(silent, async (other) => {
    const cancel = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}';
    const ended = await run(["mcp", "--url", other], [request(1, "ping"), cancel]);
    expect([ended.code, ended.stdout]).toEqual([0, ""]);
  });
});

describe("the command line", () => {
  test.each([
    ["without a command", [], /mcp/],
    ["without an address", ["mcp"], /--url/],
    ["with an invalid address", ["mcp", "--url", "nowhere"], /web address/],
    ["with an unencrypted address", ["mcp", "--url", "http://api.example.com"], /https/],
    ["with another scheme", ["mcp", "--url", "file:///etc/passwd"], /https/],
    ["with an unknown option", ["mcp", "--verbose"], /--verbose/],
    ["with an unknown client", ["mcp", "--url", "https://a.example", "--print-config", "emacs"], /claude/],
  ])("%s, it fails with a message on standard error", async (_, args, words) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(words)]);
  });

  test.each([
    ["claude", "mcpServers"],
    ["cursor", "mcpServers"],
    ["vscode", "servers"],
  ])("--print-config %s prints that client's configuration", async (name, list) => {
    const { code, stdout } = await run(["mcp", "--url", "https://a.example", "--print-config", name]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)[list]["portable-roth"]).toMatchObject({
      command: "node",
      args: [cli, "mcp", "--url", "https://a.example/api/mcp"],
    });
  });
});
