import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { messages, request, runCli } from "./run-cli.ts";

const cli = join(import.meta.dirname, "..", "cli.ts");
const run = (args: string[], lines?: string[]) => runCli(cli, args, lines);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const answer =
  (status: number, body = "", headers = {}): Answer =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);
const silent: Answer = () => {};

/** What the stdio proxy says of these lines, with a stub server whose answers the service never gives. */
async function proxied(answers: Answer, ...lines: string[]) {
  const server = createServer(answers);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/mcp`;
  const ended = await run(["mcp", "--url", url], lines);
  server.closeAllConnections();
  server.close();
  return { ...ended, url, replies: messages(ended) };
}

test("an unreachable server becomes an error reply", async () => {
  const { url } = await proxied(silent);
  const away = await run(["mcp", "--url", url], [request(1, "ping")]);
  const [{ id, error }] = messages(away);
  expect([away.code, id, error.message]).toEqual([0, 1, `${url}: cannot be reached (ECONNREFUSED)`]);
});

/** Leads to a path that answers, which no client may follow. */
const redirect: Answer = (asked, response) =>
  asked.url === "/other"
    ? answer(200, '{"jsonrpc":"2.0","id":1,"result":{}}')(asked, response)
    : answer(307, "", { location: "/other" })(asked, response);

test.each([
  ["a page", answer(200, "<html>"), "answered HTTP 200 without an MCP message"],
  [
    "a stream without a message",
    answer(200, ": hello\n\n", { "content-type": "text/event-stream" }),
    "without",
  ],
  ["an empty HTTP 202", answer(202), "answered HTTP 202 without an MCP message. Check --url."],
  ["an empty HTTP 405", answer(405), "answered HTTP 405 without an MCP message. Check --url."],
  ["an empty HTTP 502", answer(502), "answered HTTP 502 without an MCP message. Check --url."],
  ["a redirect", redirect, ""],
])("%s becomes an error reply to each request", async (_, answers, words) => {
  const { replies } = await proxied(answers, `[${request(1, "ping")},${request(2, "ping")}]`);
  expect(replies.map(({ id, error }) => [id, error.code, error.message])).toEqual(
    [1, 2].map((id) => [id, -32603, expect.stringContaining(words)]),
  );
});

test.each([202, 502])("a notification that gets an empty HTTP %i gets no reply", async (status) => {
  const notified = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
  expect(await proxied(answer(status), notified)).toMatchObject({ code: 0, stdout: "" });
});

test("a cancelled request is dropped and gets no reply", async () => {
  const cancel = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}';
  expect(await proxied(silent, request(1, "ping"), cancel)).toMatchObject({ code: 0, stdout: "" });
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
