import { describe, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json, Reply } from "../../infra/local/test/support/http.ts";
import { newApiKey } from "../../shared/domain/account/api-key.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { legacy, MCP, modern } from "../support/cloud/mcp.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { errorOf, newPartner } from "../support/partner/platform.ts";
import { SIGNUPS } from "../support/partner/signup.ts";

const cloud = await sharedCloud();

const inParallel = <T>(count: number, ask: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => ask(i)));
const withStatus = (replies: Reply[], status: number) => replies.filter((reply) => reply.status === status);
const retryAfter = ({ headers }: Reply) => Number(headers["retry-after"]);
const start = (from: string, json: object = {}, headers = {}) =>
  cloud.post(SIGNUPS, { email: freshEmail(), sandbox: true, ...json }, { from, headers });

describe("the limit of an address", () => {
  test("10 of 30 concurrent signups get through with any forwarding headers, and the rest after retry-after", async () => {
    const from = freshAddress();
    const askedAt = await cloud.now();
    const replies = await inParallel(30, (i) => {
      const other = `203.0.113.${i}`;
      return start(from, {}, { "x-forwarded-for": other, forwarded: `for=${other}`, "x-real-ip": other });
    });
    const refused = withStatus(replies, 429);
    expect([withStatus(replies, 201).length, refused.length]).toEqual([10, 20]);
    for (const reply of refused) {
      const { error } = reply.json;
      expect(error).toMatchObject({ type: "rate_limit_error", code: "rate_limit_exceeded", param: null });
      expect(error.message).toMatch(/limit of 10 requests per minute/);
      expect([retryAfter(reply) >= 1, retryAfter(reply) <= 60]).toEqual([true, true]);
    }
    const seconds = Math.max(...refused.map(retryAfter));
    // A busy machine may lose seconds before it asks.
    await cloud.advanceTo(askedAt + (seconds - 15) * 1000);
    expect((await start(from)).status).toBe(429);
    await cloud.advanceTo(askedAt + (seconds + 5) * 1000);
    expect((await start(from)).status).toBe(201);
  });

  test("a replayed signup counts like a new one", async () => {
    const [from, email] = [freshAddress(), freshEmail()];
    for (let i = 0; i < 10; i++) await start(from, { email, sandbox: false });
    expect((await start(from)).status).toBe(429);
  });

  test("20 of 40 requests with wrong keys of any kind get a 401, the others a 429, and a valid key works", async () => {
    const from = freshAddress();
    const read = (key: string, address = from) =>
      cloud.call("/v1/drivers", { headers: { authorization: `Bearer ${key}` }, from: address });
    const [partner, ended] = [await newPartner(cloud), await newPartner(cloud)];
    await cloud.command("revoke-key", { key_id: ended.keyId });
    const wrong = [newApiKey("test"), `${ended.key}x`, ended.key];
    const replies = await inParallel(40, (i) => read(wrong[i % wrong.length] ?? ""));
    const refused = withStatus(replies, 429);
    expect([withStatus(replies, 401).length, refused.length]).toEqual([20, 20]);
    for (const reply of refused) {
      expect(reply.json.error.message).toMatch(/limit of 20 requests with an API key that is not valid/);
      expect(retryAfter(reply)).toBeGreaterThanOrEqual(1);
    }
    expect((await read(partner.key)).status).toBe(200);
    for (const key of wrong) expect((await read(key, freshAddress())).status).toBe(401);
  });
});

const PATH = "/v1/drivers?limit=1";
const minuteOf = ({ headers }: Reply) => Number(headers["x-ratelimit-reset"]);

describe("the quota of an account", () => {
  test("every reply to a key, errors included, has the quota headers in both notations", async () => {
    const partner = await newPartner(cloud);
    const odd = { method: "POST", body: "{", headers: { "content-type": "text/plain" } };
    const replies = [
      await partner.get(PATH),
      await partner.get("/v1/drivers?limit=0"),
      await partner.get("/v1/drivers/drv_none"),
      await partner.call("/v1/drivers", odd),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 400, 404, 415]);
    for (const reply of replies) {
      const { headers } = reply;
      const left = minuteOf(reply) - Math.floor(Date.parse(String(headers.date)) / 1000);
      expect([minuteOf(reply) % 60, left >= 0, left <= 60]).toEqual([0, true, true]);
      expect(headers["x-ratelimit-limit"]).toBe("100");
      expect(Number(headers["x-ratelimit-remaining"])).toBeLessThan(100);
      expect(headers["ratelimit-policy"]).toBe('"minute";q=100;w=60, "second";q=20;w=1');
      expect(headers.ratelimit).toMatch(/^"minute";r=\d+;t=\d+$/);
    }
  });

  test("when it cannot be counted, reads pass, and writes get 503 and create nothing", async () => {
    const partner = await newPartner(cloud);
    await partner.driver();
    await cloud.inject({ kind: "throttle", action: "dynamodb:UpdateItem", containing: "QUOTA#" });
    const read = await partner.get(PATH);
    const write = await partner.post("/v1/drivers", { email: freshEmail(), first_name: "A", last_name: "B" });
    await cloud.inject();
    expect(read.status).toBe(200);
    expect(errorOf(write)).toEqual([503, "service_unavailable", null]);
    expect(write.headers).toHaveProperty("x-ratelimit-limit");
    await eventually(async () => (await partner.read(PATH)).total_count === 1);
  });
});

describe("the MCP limit of an address", () => {
  const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
  const pings = (many: number) => Array.from({ length: many }, (_, id) => ping(id));
  /** A request of the only revision that has batches. */
  const post = (json: Json, from = freshAddress()) =>
    cloud.post(MCP, json, { from, headers: { "mcp-protocol-version": "2025-03-26" } });

  test.each([
    ["60 requests of one message", 1, 60],
    ["30 batches of ten messages, so 300", 10, 30],
  ])("%s of many pass at once", async (_, messages, requests) => {
    const from = freshAddress();
    const replies = await inParallel(requests + 10, () =>
      post(messages === 1 ? ping(7) : pings(messages), from),
    );
    const refused = withStatus(replies, 429);
    expect([withStatus(replies, 200).length, refused.length]).toEqual([requests, 10]);
    for (const reply of refused) {
      const message = expect.stringMatching(
        /^This IP address exceeded its limit of 60 requests per minute\. Try again in \d+ s\.$/,
      );
      const error = { code: -32000, message };
      expect(reply.json).toEqual({ jsonrpc: "2.0", id: messages === 1 ? 7 : null, error });
      expect(retryAfter(reply)).toBeGreaterThanOrEqual(1);
    }
    // All revisions have one limit, and another address has its own.
    for (const send of [modern, legacy])
      expect((await send(cloud, "tools/list", {}, { from })).status).toBe(429);
    expect((await modern(cloud, "tools/list")).status).toBe(200);
  });

  test("a request costs one write unit", async () => {
    const from = freshAddress();
    await cloud.clearUsage();
    for (let i = 0; i < 5; i++) await post(ping(i), from);
    expect((await cloud.usage())["serve-mcp"]).toMatchObject({ writeUnits: 5, readUnits: 0 });
  });

  test("a batch of ten messages passes, and one of eleven gets a 400 and does not count", async () => {
    const from = freshAddress();
    for (let i = 0; i < 35; i++) {
      const { status, json } = await post(pings(11), from);
      expect([status, json.error.code]).toEqual([400, -32600]);
      expect(json.error.message).toMatch(/maximum of 10 messages/);
    }
    const { status, json } = await post(pings(10), from);
    expect([status, json.length]).toEqual([200, 10]);
  });

  test("a batch that reads one document passes, and one that reads two gets a 400", async () => {
    const params = { uri: `${cloud.url}/api/openapi.json` };
    const read = (id: number) => ({ jsonrpc: "2.0", id, method: "resources/read", params });
    const [first, second] = [await post([ping(1), read(2)]), await post([read(1), read(2)])];
    expect([first.status, first.json.length]).toEqual([200, 2]);
    expect([second.status, second.json.error.code]).toEqual([400, -32600]);
    expect(second.json.error.message).toMatch(/Read each resource in its own request/);
  });
});
