import { describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { initialize, LEGACY, legacy, MCP, MODERN, modern, resultOf, statusOf } from "../support/cloud/mcp.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();

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

test.each([
  ["tools/list", {}],
  ["resources/list", {}],
  ["resources/templates/list", {}],
  ["prompts/list", {}],
  ["server/discover", {}],
])("the reply to %s can be cached publicly for an hour", async (method, params) => {
  expect(resultOf(await modern(cloud, method, params))).toMatchObject({
    resultType: "complete",
    ttlMs: 3_600_000,
    cacheScope: "public",
  });
});

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
