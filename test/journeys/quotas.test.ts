import { describe, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Reply } from "../../infra/local/test/support/http.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();

const PATH = "/v1/drivers?limit=1";
const secondOf = ({ headers }: Reply) => Math.floor(Date.parse(String(headers.date)) / 1000);
const minuteOf = ({ headers }: Reply) => Number(headers["x-ratelimit-reset"]);

test("300 requests get at most 20 replies a second and 100 a minute, the rest 429 with retry-after", async () => {
  const partner = await newPartner(cloud);
  partner.waits = false;
  await partner.get(PATH);
  const replies: Reply[] = [];
  // Three waves, because the machine needs more than a second for 300 requests.
  for (let wave = 0; wave < 3; wave++) {
    replies.push(...(await Promise.all(Array.from({ length: 100 }, () => partner.get(PATH)))));
  }
  const accepted = replies.filter(({ status }) => status === 200);
  const refused = replies.filter(({ status }) => status === 429);
  expect(accepted.length + refused.length).toBe(300);
  // A fast machine sends all of them in the second of the call before them.
  expect(accepted.length).toBeGreaterThanOrEqual(19);
  for (const [, minute] of Map.groupBy(accepted, minuteOf)) expect(minute.length).toBeLessThanOrEqual(100);
  // Each accepted call is counted once, so no two of them have the same remaining quota.
  for (const [, minute] of Map.groupBy(accepted, minuteOf)) {
    const left = minute.map(({ headers }) => headers["x-ratelimit-remaining"]);
    expect(new Set(left).size).toBe(left.length);
  }
  for (const { json, headers } of refused) {
    expect(json.error.type).toBe("rate_limit_error");
    expect(["rate_limit_exceeded", "burst_limit_exceeded"]).toContain(json.error.code);
    expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(1);
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
    expect(headers["x-ratelimit-limit"]).toBe("100");
  }
});

test("every reply to a key, errors included, has the quota headers in both notations", async () => {
  const partner = await newPartner(cloud);
  const replies = [
    await partner.get(PATH),
    await partner.get("/v1/drivers?limit=0"),
    await partner.get("/v1/drivers/drv_none"),
    await partner.call("/v1/drivers", {
      method: "POST",
      body: "{",
      headers: { "content-type": "text/plain" },
    }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 400, 404, 415]);
  for (const reply of replies) {
    const { headers } = reply;
    expect(headers["x-ratelimit-limit"]).toBe("100");
    expect(Number(headers["x-ratelimit-remaining"])).toBeLessThan(100);
    expect(minuteOf(reply) % 60).toBe(0);
    expect(minuteOf(reply) - secondOf(reply)).toBeGreaterThanOrEqual(0);
    expect(minuteOf(reply) - secondOf(reply)).toBeLessThanOrEqual(60);
    expect(headers["ratelimit-policy"]).toBe('"minute";q=100;w=60, "second";q=20;w=1');
    expect(headers.ratelimit).toMatch(/^"minute";r=\d+;t=\d+$/);
  }
});

test("a first request costs what it did, and a repeat one write to give its place back", async () => {
  const partner = await newPartner(cloud);
  const body = { email: "a@example.com", first_name: "A", last_name: "B" };
  const create = (key: string) => partner.post("/v1/drivers", body, { "idempotency-key": key });
  const callsOf = async (key: string) => {
    await cloud.clearUsage();
    expect((await create(key)).status).toBe(201);
    return (await cloud.usage())["create-driver"]?.calls;
  };
  await create("caches-the-key");
  const written = { "dynamodb:TransactWriteItems": 1 };
  expect(await callsOf("first")).toEqual({ ...written, "dynamodb:UpdateItem": 1 });
  // The read is of the driver, who may have been deleted meanwhile.
  expect(await callsOf("first")).toEqual({ ...written, "dynamodb:UpdateItem": 2, "dynamodb:Query": 1 });
});

describe("when the quota cannot be counted", () => {
  test("reads pass, and writes get 503 and create nothing", async () => {
    const partner = await newPartner(cloud);
    await partner.driver();
    await cloud.inject({ kind: "throttle", action: "dynamodb:UpdateItem", containing: "QUOTA#" });
    const read = await partner.get(PATH);
    const write = await partner.post("/v1/drivers", {
      email: "a@example.com",
      first_name: "A",
      last_name: "B",
    });
    await cloud.inject();
    expect([read.status, write.status, write.json.error.code]).toEqual([200, 503, "service_unavailable"]);
    expect(write.headers).toHaveProperty("x-ratelimit-limit");
    // This 503 is expected, so the alarm of `Unavailable` reads it, and the one of faults does not.
    const counted = /"Dimensions":\[\["service","stage"\]\].*"stage":"local","Unavailable":1/;
    await eventually(async () => counted.test(cloud.logs()));
    await eventually(async () => (await partner.read(PATH)).total_count === 1);
  });
});
