import { describe, expect, test } from "@jest/globals";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();
const partner = await newPartner(cloud);

const NAMES = '{"constructor":"a","__proto__":"b","toString":"c","hasOwnProperty":"d","a":"e"}';
const json = { "content-type": "application/json" };

describe("metadata with names that every object of JavaScript has is returned as sent", () => {
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
