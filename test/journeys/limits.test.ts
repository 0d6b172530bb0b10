import { expect, test } from "@jest/globals";
import { newApiKey } from "../../shared/domain/account/api-key.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();

const start = (from: string, json: object = {}) =>
  cloud.post("/api/agent/signups", { email: freshEmail(), sandbox: true, ...json }, { from });

test("10 of 200 concurrent signups from one address get through, the rest get 429 with retry-after", async () => {
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
    expect(json.error.message).toMatch(/limit of 10 requests per minute/);
    expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(1);
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
  }
});

test("a replayed signup counts like a new one", async () => {
  const from = freshAddress();
  const email = freshEmail();
  for (let i = 0; i < 10; i++) await start(from, { email, sandbox: false });
  expect((await start(from)).status).toBe(429);
});

test("forwarding headers do not change the address that is counted", async () => {
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

const read = (key: string, from: string) =>
  cloud.call("/v1/drivers", { headers: { authorization: `Bearer ${key}` }, from });
const statusesOf = (replies: { status: number }[], status: number) =>
  replies.filter((reply) => reply.status === status).length;

test.each(["never issued", "mistyped", "revoked"])(
  "20 of 40 requests with a key that was %s get a 401, the others a 429, and a valid key works",
  async (fault) => {
    const from = freshAddress();
    const partner = await newPartner(cloud);
    const { key, keyId } = await newPartner(cloud);
    await cloud.command("revoke-key", { key_id: keyId });
    const wrong = () =>
      ({ "never issued": newApiKey("test"), mistyped: `${key}x`, revoked: key })[fault] ?? "";
    const replies = await Promise.all(Array.from({ length: 40 }, () => read(wrong(), from)));
    expect([statusesOf(replies, 401), statusesOf(replies, 429)]).toEqual([20, 20]);
    const refused = replies.find(({ status }) => status === 429);
    expect(refused?.json.error).toMatchObject({ code: "rate_limit_exceeded" });
    expect(refused?.json.error.message).toMatch(/limit of 20 requests with an API key that is not valid/);
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThanOrEqual(1);
    expect((await read(partner.key, from)).status).toBe(200);
    expect((await read(wrong(), freshAddress())).status).toBe(401);
  },
);
