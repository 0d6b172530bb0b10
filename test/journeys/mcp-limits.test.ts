import { describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { freshAddress } from "../support/cloud/cloud.ts";
import { legacy, MCP, modern } from "../support/cloud/mcp.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();

const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
const pings = (many: number) => Array.from({ length: many }, (_, id) => ping(id));

/** A request of the only revision that has batches. */
const post = (json: Json, from: string) =>
  cloud.post(MCP, json, { from, headers: { "mcp-protocol-version": "2025-03-26" } });

describe("the MCP limit of one address", () => {
  test.each([
    ["60 requests of one message", 1, 60],
    ["60 batches of five messages, so 300", 5, 60],
    ["30 batches of ten messages, so 300", 10, 30],
  ])("%s of many pass at once", async (_, messages, requests) => {
    const from = freshAddress();
    const replies = await Promise.all(
      Array.from({ length: requests + 20 }, () => post(messages === 1 ? ping(7) : pings(messages), from)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(requests);
    for (const { status, headers, json } of replies.filter(({ status }) => status !== 200)) {
      expect([status, json.jsonrpc, json.id]).toEqual([429, "2.0", messages === 1 ? 7 : null]);
      expect(json.error).toEqual({
        code: -32000,
        message: expect.stringMatching(
          /^This IP address exceeded its limit of 60 requests per minute\. Try again in \d+ s\.$/,
        ),
      });
      expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(1);
    }
  });

  test("the limit holds for all revisions together, and another address has its own", async () => {
    const from = freshAddress();
    const sends = Array.from({ length: 30 }, () => [
      modern(cloud, "tools/list", {}, { from }),
      legacy(cloud, "tools/list", {}, { from }),
    ]);
    const statuses = (await Promise.all(sends.flat())).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await modern(cloud, "tools/list", {}, { from })).status).toBe(429);
    expect((await modern(cloud, "tools/list")).status).toBe(200);
  });

  test("a request costs one write unit, and a refused one soon nothing", async () => {
    const from = freshAddress();
    await cloud.clearUsage();
    for (let i = 0; i < 60; i++) await post(ping(i), from);
    expect((await cloud.usage())["serve-mcp"]).toMatchObject({ writeUnits: 60, readUnits: 0 });
  });
});

test("a batch of ten messages passes, and one of eleven gets a 400 and does not count", async () => {
  const from = freshAddress();
  for (let i = 0; i < 70; i++) {
    const { status, json } = await post(pings(11), from);
    expect([status, json.error.code]).toEqual([400, -32600]);
    expect(json.error.message).toMatch(/maximum of 10 messages/);
  }
  const { status, json } = await post(pings(10), from);
  expect([status, json.length]).toEqual([200, 10]);
});

test("a batch that reads one document passes, and one that reads two gets a 400", async () => {
  const read = (id: number) => ({
    jsonrpc: "2.0",
    id,
    method: "resources/read",
    params: { uri: `${cloud.url}/api/openapi.json` },
  });
  const one = await post([ping(1), read(2)], freshAddress());
  expect([one.status, one.json.length]).toEqual([200, 2]);
  const two = await post([read(1), read(2)], freshAddress());
  expect([two.status, two.json.error.code]).toEqual([400, -32600]);
  expect(two.json.error.message).toMatch(/Read each resource in its own request/);
});
