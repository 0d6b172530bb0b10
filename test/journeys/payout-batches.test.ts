import { expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { asked } from "../support/partner/payouts.ts";
import { newPartner, type Partner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();
const BATCHES = "/v1/payments/batches";

async function completed(partner: Partner, id: string): Promise<Json> {
  await eventually(async () => (await partner.read(`${BATCHES}/${id}`)).status === "completed", 30_000);
  return partner.read(`${BATCHES}/${id}`);
}

test("each payout of a batch is made as alone, and a bad one stops no other", async () => {
  const partner = await newPartner(cloud);
  const { id } = await partner.driver();
  const payouts = [asked(id), asked(id, { amount: 99 }), asked(id, { method: "standard" })];
  const made = await partner.post(BATCHES, { payouts });
  expect([made.status, made.json]).toMatchObject([202, { status: "processing" }]);
  expect(await completed(partner, made.json.id)).toMatchObject({
    counts: { total: 3, pending: 0, created: 2, rejected: 1 },
  });
  const items = await partner.read(`${BATCHES}/${made.json.id}/items`);
  expect(items.data.map(({ status, error }: Json) => [status, error?.code, error?.param])).toEqual([
    ["created", undefined, undefined],
    ["rejected", "amount_too_small", "amount"],
    ["created", undefined, undefined],
  ]);
});
