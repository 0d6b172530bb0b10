import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import { type Cloud, freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

let cloud: Cloud;
beforeAll(async () => {
  cloud = await sharedCloud();
});
afterAll(endClouds);

const start = (from: string, json: object = {}) =>
  cloud.post("/api/agent/signups", { email: freshEmail(), sandbox: true, ...json }, { from });

describe("one address", () => {
  test("may start ten signups in a minute, of 200 at once, and is told when to come back", async () => {
    const from = freshAddress();
    const replies = await Promise.all(Array.from({ length: 200 }, () => start(from)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(190);
    for (const { json, headers } of refused) {
      expect(json.error).toMatchObject({
        type: "rate_limit_error",
        code: "rate_limit_exceeded",
        param: null,
      });
      expect(json.error.message).toMatch(/10 requests per minute/);
      expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(1);
      expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
    }
  });

  test("spends nothing on what is refused as invalid", async () => {
    const from = freshAddress();
    for (let i = 0; i < 15; i++) {
      expect((await cloud.post("/api/agent/signups", { email: "nope" }, { from })).status).toBe(400);
      expect((await start(from, { sandbox: false, partner_id: "nobody-at-all" })).status).toBe(400);
    }
    expect((await start(from)).status).toBe(201);
  });

  test("spends on a replay as on a new signup", async () => {
    const from = freshAddress();
    const email = freshEmail();
    for (let i = 0; i < 10; i++) await start(from, { email, sandbox: false });
    expect((await start(from)).status).toBe(429);
  });

  test("may register five partners in a minute", async () => {
    const from = freshAddress();
    const register = () =>
      cloud.post("/api/agent/partners", { company: "Acme", email: freshEmail(), sandbox: true }, { from });
    const replies = await Promise.all(Array.from({ length: 12 }, register));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
    expect((await start(from)).status).toBe(201);
  });

  test("cannot get around it by a header", async () => {
    const from = freshAddress();
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        cloud.post(
          "/api/agent/signups",
          { email: freshEmail(), sandbox: true },
          {
            from,
            headers: {
              "x-forwarded-for": `203.0.113.${i}`,
              forwarded: `for=203.0.113.${i}`,
              "x-real-ip": `203.0.113.${i}`,
            },
          },
        ),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10);
  });
});

test("reading is not limited", async () => {
  const from = freshAddress();
  for (let i = 0; i < 30; i++) expect((await cloud.call("/api/agent/product", { from })).status).toBe(200);
});

test("a form that comes too often gets a page that says so", async () => {
  const from = freshAddress();
  const post = () =>
    cloud.call("/api/waitlist", {
      method: "POST",
      from,
      body: new URLSearchParams({ email: freshEmail() }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  const replies = await Promise.all(Array.from({ length: 11 }, post));
  const [refused] = replies.filter(({ status }) => status === 429);
  expect(refused?.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(refused?.headers["retry-after"]).toBeDefined();
  expect(refused?.text).toMatch(/10 requests per minute/);
});
