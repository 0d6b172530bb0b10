import { expect } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import type { Partner } from "./platform.ts";

export const PAYOUTS = "/v1/payments/payout";

export const payoutTo = (driver_id: string, more: object = {}) => ({
  driver_id,
  amount: 10_000,
  currency: "usd",
  ...more,
});

export const payoutStatus = async (partner: Partner, id: string): Promise<string> =>
  (await partner.read(`/v1/payments/${id}`)).status;

export const lifetimePayouts = async (partner: Partner, driverId: string): Promise<number> =>
  (await partner.read(`/v1/drivers/${driverId}`)).lifetime_payouts;

/** Expects exactly one payout, its amount as the driver's sum, and one event. */
export async function expectPaidOnce(partner: Partner, id: string): Promise<void> {
  const { data, total_count } = await partner.read(`/v1/payments?driver_id=${id}`);
  expect([data.length, total_count, await lifetimePayouts(partner, id)]).toEqual([1, 1, 10_000]);
  const events = (await partner.read("/v1/events?limit=100")).data;
  const payoutEvents = events.filter(
    ({ type, data }: Json) => /^payment\.(?!pending)/.test(type) && data.driver_id === id,
  );
  expect(payoutEvents).toMatchObject([
    { type: "payment.completed", data: { id: data[0].id, amount: 10_000 } },
  ]);
}
