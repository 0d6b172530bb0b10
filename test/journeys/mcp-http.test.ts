import { describe, expect, test } from "@jest/globals";
import { legacy, MCP, modern, statusOf } from "../support/cloud/mcp.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();

describe("MCP over HTTP", () => {
  const call = { name: "get_product_info", arguments: {} };

  test.each([
    ["nothing", undefined, "application/json"],
    ["anything", "*/*", "application/json"],
    ["JSON", "application/json", "application/json"],
    ["both", "application/json, text/event-stream", "application/json"],
    ["events alone", "text/event-stream", "text/event-stream"],
  ])("a client that accepts %s gets a reply it can read", async (_, accept, type) => {
    const headers = accept ? { accept } : {};
    for (const send of [modern, legacy]) {
      const reply = await send(cloud, "tools/call", call, { headers });
      expect([reply.status, reply.headers["content-type"]]).toEqual([200, type]);
      const event = /^event: message\ndata: (.*)\n\n$/.exec(reply.text)?.[1];
      const { result } = type === "application/json" ? reply.json : JSON.parse(event ?? "");
      expect(result.structuredContent.type).toBe("Portable Roth IRA");
    }
  });

  test.each(["GET", "HEAD", "DELETE", "PUT", "PATCH"])("%s gets a 405", async (method) => {
    const reply = await cloud.call(MCP, { method, headers: { accept: "text/event-stream" } });
    expect([reply.status, reply.headers.allow]).toEqual([405, "POST"]);
  });

  test.each(["https://claude.ai", "https://chatgpt.com", "http://localhost:6274", undefined])(
    "the origin %s can call",
    async (origin) => {
      const reply = await modern(cloud, "tools/list", {}, { headers: origin ? { origin } : {} });
      expect(reply.status).toBe(200);
    },
  );

  test.each(["https://evil.example", "https://claude.ai.evil.example", "null", "https://notclaude.ai"])(
    "the origin %s gets a 403",
    async (origin) => {
      for (const send of [modern, legacy]) {
        expect(await statusOf(send(cloud, "tools/call", call, { headers: { origin } }))).toEqual([
          403, -32000,
        ]);
      }
    },
  );

  test("a foreign Host header gets a 403", async () => {
    for (const host of ["evil.example", "localhost.evil.example:3000"]) {
      expect(await statusOf(modern(cloud, "tools/list", {}, { headers: { host } }))).toEqual([403, -32000]);
    }
  });

  test("a preflight reply lists the headers that a browser can send", async () => {
    const { headers } = await cloud.call(MCP, {
      method: "OPTIONS",
      headers: { origin: "https://claude.ai", "access-control-request-method": "POST" },
    });
    for (const name of ["mcp-protocol-version", "mcp-method", "mcp-name", "mcp-session-id", "content-type"]) {
      expect(headers["access-control-allow-headers"]).toContain(name);
    }
  });

  test("a body over the limit and a body that is not JSON get their errors", async () => {
    const send = (body: string | Buffer, type = "application/json") =>
      statusOf(cloud.call(MCP, { body, headers: { "content-type": type } }));
    expect(await send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "x".repeat(65_536) }))).toEqual([
      413, -32000,
    ]);
    expect(await send("{")).toEqual([400, -32700]);
    expect(await send("")).toEqual([400, -32700]);
    expect(await send(Buffer.from([0x22, 0xff, 0x22]))).toEqual([400, expect.any(Number)]);
    expect(await send('{"jsonrpc":"2.0","id":1,"method":"ping"}', "text/plain")).toEqual([415, -32000]);
    expect(await send(`${"[".repeat(30_000)}${"]".repeat(30_000)}`)).toEqual([400, expect.any(Number)]);
    for (const nonsense of ["null", "1", '"x"', "{}", '{"jsonrpc":"2.0"}']) {
      expect((await send(nonsense))[0]).toBe(400);
    }
  });
});
