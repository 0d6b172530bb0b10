import { describe, expect, test } from "@jest/globals";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();
const partner = await newPartner(cloud);

const NAMES = '{"constructor":"a","__proto__":"b","toString":"c","hasOwnProperty":"d","a":"e"}';
const json = { "content-type": "application/json" };

describe("metadata with names that every object of JavaScript has is returned as sent", () => {
  const person = '"email":"a@b.co","first_name":"A","last_name":"B"';

  test("of a driver, created, read, listed and changed", async () => {
    const made = await partner.call("/v1/drivers", {
      body: `{${person},"metadata":${NAMES}}`,
      headers: json,
    });
    expect([made.status, made.text]).toEqual([201, expect.stringContaining(`"metadata":${NAMES}`)]);
    const path = `/v1/drivers/${made.json.id}`;
    expect((await partner.call(path)).text).toContain(`"metadata":${NAMES}`);
    const body = '{"metadata":{"__proto__":"x","constructor":"y","toString":null}}';
    const changed = '{"constructor":"y","__proto__":"x","hasOwnProperty":"d","a":"e"}';
    const patched = await partner.call(path, { method: "PATCH", body, headers: json });
    expect([patched.status, patched.text]).toEqual([200, expect.stringContaining(`"metadata":${changed}`)]);
    expect((await partner.call(path)).text).toContain(`"metadata":${changed}`);
  });

  test("of a payout, in its replies and in its event", async () => {
    const { id } = await partner.driver();
    const body = `{"driver_id":"${id}","amount":500,"currency":"usd","metadata":${NAMES},"idempotency_key":"odd"}`;
    const send = () => partner.call("/v1/payments/payout", { body, headers: json });
    const made = await send();
    expect([made.status, made.text]).toEqual([201, expect.stringContaining(`"metadata":${NAMES}`)]);
    expect((await send()).text).toBe(made.text);
    expect((await partner.call(`/v1/payments/${made.json.id}`)).text).toContain(`"metadata":${NAMES}`);
    expect((await partner.call(`/v1/events?type=payment.completed`)).text).toContain(`"metadata":${NAMES}`);
    const other = body.replace('"__proto__":"b"', '"__proto__":"z"');
    expect((await partner.call("/v1/payments/payout", { body: other, headers: json })).status).toBe(409);
  });
});

const problemOf = async (path: string, body: object) => {
  const { status, json } = await cloud.post(path, body, { from: freshAddress() });
  return [status, json.error?.code, json.error?.param];
};

test.each([
  ["https://acme.example/about", 201],
  ["HTTP://acme.example", 201],
  ["acme.example", 400],
  ["javascript:alert(1)", 400],
  ["ftp://acme.example", 400],
  ["https://", 400],
])("a partner's website %s gets %i", async (website, status) => {
  const request = { company: "Acme", email: freshEmail(), website, sandbox: true };
  expect((await problemOf("/api/agent/partners", request))[0]).toBe(status);
});
