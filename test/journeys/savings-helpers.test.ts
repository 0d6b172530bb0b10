import { expect, test } from "@jest/globals";
import { freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { errorOf, newPartner } from "../support/partner/platform.ts";
import { AGREE, actAs, savers, savingsPath } from "../support/partner/savings.ts";

const cloud = await sharedCloud();
const settle = (payoutId: string) => `/v1/test_helpers/payments/${payoutId}/contribute`;

test("savings change neither the 1099-NEC nor the tax summary", async () => {
  const partner = await newPartner(cloud);
  const [saver = ""] = await savers(partner, 1, 1);
  const { id: other } = await partner.driver();
  const year = new Date(await cloud.now()).getUTCFullYear();
  const [ofSaver, ofOther] = await Promise.all(
    [saver, other].map(async (driver) => {
      const { savings_amount } = await partner.payout(driver, { amount: 300_000 });
      expect(savings_amount > 0).toBe(driver === saver);
      const { driver_id: _, ...summary } = await partner.read(`/v1/tax/${driver}/summary?year=${year}`);
      const form = await partner.post(`/v1/test_helpers/tax/${driver}/1099_ready`, { year });
      return [summary, form.json.gross_amount];
    }),
  );
  expect(ofSaver).toEqual(ofOther);
  expect(ofSaver).toMatchObject([{ reported_on_1099: expect.any(Number) }, expect.any(Number)]);
});

test("a driver who saves keeps their mailbox until the savings end", async () => {
  const partner = await newPartner(cloud);
  const [driver = ""] = await savers(partner, 1, 1);
  const { email } = await partner.read(`/v1/drivers/${driver}`);
  const patch = async (json: object) =>
    (await partner.call(`/v1/drivers/${driver}`, { method: "PATCH", json })).status;
  expect(await patch({ email: freshEmail() })).toBe(409);
  expect(await patch({ email: email.toUpperCase(), first_name: "Anna" })).toBe(200);
  await partner.call(savingsPath(driver), { method: "DELETE" });
  expect(await patch({ email: freshEmail() })).toBe(200);
});

test("the person of the examples is another one in each sandbox", async () => {
  const partners = [await newPartner(cloud), await newPartner(cloud)];
  for (const [i, partner] of partners.entries()) {
    const [driver = ""] = await savers(partner, 1, 0);
    await actAs(partner, driver, { ...AGREE, percent: 50, yearly_cap: 100 * (2 - i) });
    const { savings_amount, savings_reason } = await partner.payout(driver, { amount: 10_000 });
    expect([savings_amount, savings_reason]).toEqual([100 * (2 - i), "limited"]);
  }
});

test("a test driver cannot agree without an invitation, or settle what was not saved", async () => {
  const partner = await newPartner(cloud);
  const { id } = await partner.driver();
  expect((await actAs(partner, id, AGREE)).status).toBe(404);
  const payout = await partner.payout(id);
  const refused = await partner.post(settle(payout.id), undefined);
  expect(errorOf(refused)).toEqual([409, "status_conflict", "id"]);
  expect((await partner.post(settle("pay_01kadzav7w6x5y4t3s2r1q0p9n"), undefined)).status).toBe(404);
});
