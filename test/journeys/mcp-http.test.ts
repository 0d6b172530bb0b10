import { describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { initialize, LEGACY, legacy, MCP, MODERN, modern, resultOf, statusOf } from "../support/cloud/mcp.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();

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

test("the assistants' origins, our own and none can call, and others and a foreign host get a 403", async () => {
  const called = async (headers: Record<string, string>) => [
    await statusOf(modern(cloud, "tools/call", call, { headers })),
    await statusOf(legacy(cloud, "tools/call", call, { headers })),
  ];
  const ours = ["https://claude.ai", "https://chatgpt.com", "http://localhost:6274"];
  for (const headers of [{}, ...ours.map((origin) => ({ origin }))])
    expect([headers, ...(await called(headers))]).toEqual([headers, [200, undefined], [200, undefined]]);
  for (const headers of [
    ...["https://evil.example", "https://claude.ai.evil.example", "null", "https://notclaude.ai"].map(
      (origin) => ({ origin }),
    ),
    ...["evil.example", "localhost.evil.example:3000"].map((host) => ({ host })),
  ])
    expect([headers, ...(await called(headers))]).toEqual([headers, [403, -32000], [403, -32000]]);
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

const send = (body: string | Buffer, type = "application/json") =>
  statusOf(cloud.call(MCP, { body, headers: { "content-type": type } }));

test.each([
  ["is over the limit", `{"jsonrpc":"2.0","id":1,"method":"${"x".repeat(65_536)}"}`, 413, -32000],
  ["is cut off", "{", 400, -32700],
  ["is empty", "", 400, -32700],
  ["is not UTF-8", Buffer.from([0x22, 0xff, 0x22]), 400, expect.any(Number)],
  ["nests arrays", `${"[".repeat(30_000)}${"]".repeat(30_000)}`, 400, expect.any(Number)],
])("a body that %s gets its error", async (_, body, ...error) => expect(await send(body)).toEqual(error));

test.each(["null", "1", '"x"', "{}", '{"jsonrpc":"2.0"}'])("the body %s gets a 400", async (body) =>
  expect((await send(body))[0]).toBe(400),
);

test("a body of another type gets a 415", async () =>
  expect(await send('{"jsonrpc":"2.0","id":1,"method":"ping"}', "text/plain")).toEqual([415, -32000]));

test("server/discover returns the server's information and capabilities", async () => {
  const result = resultOf(await modern(cloud, "server/discover"));
  expect(result).toMatchObject({
    supportedVersions: [MODERN],
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false },
      prompts: { listChanged: false },
    },
    cacheScope: "public",
  });
  const [info]: Json[] = Object.values(result._meta);
  expect(info).toMatchObject({ name: "portable-roth", title: "Portable Roth", version: "1.0.0" });
  for (const { src, mimeType } of info.icons) {
    const { pathname } = new URL(src);
    expect((await cloud.call(pathname)).headers["content-type"]).toBe(mimeType);
  }
});

test.each(["tools/list", "resources/list", "resources/templates/list", "prompts/list", "server/discover"])(
  "the reply to %s can be cached publicly for an hour",
  async (method) => {
    const cached = { resultType: "complete", ttlMs: 3_600_000, cacheScope: "public" };
    expect(resultOf(await modern(cloud, method))).toMatchObject(cached);
  },
);

test("headers that contradict the body get an error", async () => {
  const listed = (headers: Record<string, string>) => statusOf(modern(cloud, "tools/list", {}, { headers }));
  expect(await listed({})).toEqual([200, undefined]);
  expect(await listed({ "mcp-method": "tools/call" })).toEqual([400, -32020]);
  expect(await listed({ "mcp-protocol-version": "2025-11-25" })).toEqual([400, -32020]);
  const named = { name: "get_product_info", arguments: {} };
  expect(
    await statusOf(modern(cloud, "tools/call", named, { headers: { "mcp-name": "start_signup" } })),
  ).toEqual([400, -32020]);
});

test("an unknown revision, method or tool gets its protocol error", async () => {
  expect(await statusOf(modern(cloud, "tools/list", {}, { version: "2099-01-01" }))).toEqual([400, -32022]);
  for (const method of ["ping", "logging/setLevel", "resources/subscribe", "nothing/at-all"]) {
    expect(await statusOf(modern(cloud, method))).toEqual([404, -32601]);
  }
  for (const name of ["nothing", "constructor", "__proto__"]) {
    expect(await statusOf(modern(cloud, "tools/call", { name, arguments: {} }))).toEqual([200, -32602]);
  }
});

test("subscriptions/listen gets a complete event stream at once", async () => {
  const notifications = { toolsListChanged: true };
  const reply = await modern(cloud, "subscriptions/listen", { notifications });
  expect(reply.status).toBe(200);
  expect(reply.headers["content-type"]).toBe("text/event-stream");
});

describe("older MCP revisions", () => {
  test.each(LEGACY)("%s is negotiated and works without a session and with JSON replies", async (version) => {
    const first = await initialize(cloud, version);
    expect(resultOf(first)).toMatchObject({ protocolVersion: version, instructions: expect.any(String) });
    expect(first.headers["mcp-session-id"]).toBeUndefined();
    const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
    expect((await cloud.post(MCP, initialized)).status).toBe(202);
    const listed = await legacy(cloud, "tools/list", {}, { version });
    expect([listed.headers["content-type"], resultOf(listed).tools.length]).toEqual(["application/json", 5]);
    const result = resultOf(
      await legacy(cloud, "tools/call", { name: "get_product_info", arguments: {} }, { version }),
    );
    expect(result.structuredContent.type).toBe("Portable Roth IRA");
    expect(resultOf(await legacy(cloud, "ping", {}, { version }))).toEqual({});
  });

  test("initialize with a newer revision gets the newest older revision", async () => {
    expect(resultOf(await initialize(cloud, "2030-01-01")).protocolVersion).toBe("2025-11-25");
  });

  test("a batch gets one reply for its requests, and notifications do not delay it", async () => {
    const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    const answered = await cloud.post(MCP, [ping(1), cancel, ping(2)]);
    expect(answered.json.map(({ id }: Json) => id)).toEqual([1, 2]);
    expect(await statusOf(cloud.post(MCP, [ping(1), ping(1)]))).toEqual([400, -32600]);
    expect((await cloud.post(MCP, [cancel])).status).toBe(202);
    for (const nonsense of [[], [1], [null], [[]], [ping(1), null]]) {
      expect((await cloud.post(MCP, nonsense)).status).toBe(400);
    }
  });
});
