import { expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { payoutTo, PAYOUTS } from "../support/partner/payouts.ts";
import { errorOf, newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();
const partner = await newPartner(cloud);

const at = (driver: string, account: string) => `/v1/drivers/${driver}/bank-accounts/${account}`;
const makeDefault = (driver: string, account: string) =>
  partner.call(at(driver, account), { method: "PATCH", json: { is_default: true } });
const remove = (driver: string, account: string) => partner.call(at(driver, account), { method: "DELETE" });
const paidAccount = async (driver: string, more: object = {}) =>
  (await partner.payout(driver, more)).bank_account_id;
const defaults = async (driver: string) => {
  const { data } = await partner.read(`/v1/drivers/${driver}/bank-accounts`);
  const { default_bank_account_id } = await partner.read(`/v1/drivers/${driver}`);
  expect(data.filter(({ is_default }: Json) => is_default).map(({ id }: Json) => id)).toEqual(
    default_bank_account_id === null ? [] : [default_bank_account_id],
  );
  return default_bank_account_id;
};

test("the newest is the default until another is chosen, and is again once that one is deleted", async () => {
  const { id } = await partner.driver();
  const used = async () => [await defaults(id), await paidAccount(id)];
  expect(await used()).toEqual([null, null]);
  const [first, second] = [await partner.bankAccount(id, "1113"), await partner.bankAccount(id, "6789")];
  expect([first.is_default, second.is_default, ...(await used())]).toEqual([
    true,
    true,
    second.id,
    second.id,
  ]);
  const { json: chosen } = await makeDefault(id, first.id);
  const third = await partner.bankAccount(id, "6790");
  expect([chosen.id, chosen.is_default, third.is_default, ...(await used())]).toEqual([
    first.id,
    true,
    false,
    first.id,
    first.id,
  ]);
  expect((await remove(id, first.id)).json).toEqual({ id: first.id, object: "bank_account", deleted: true });
  expect(await used()).toEqual([third.id, third.id]);
  for (const refused of [await remove(id, first.id), await makeDefault(id, first.id)])
    expect(errorOf(refused)).toEqual([404, "resource_missing", "bank_account_id"]);
});

test("a payout goes to the account that it names, and an account of another driver is unknown", async () => {
  const [{ id }, other] = [await partner.driver(), await partner.driver()];
  const failing = await partner.bankAccount(id, "0016");
  await partner.bankAccount(id, "6789");
  const payout = await partner.payout(id, { bank_account_id: failing.id });
  expect(payout).toMatchObject({
    bank_account_id: failing.id,
    status: "failed",
    failure_code: "account_frozen",
    fee_refunded: 150,
  });
  const refused = await partner.post(PAYOUTS, payoutTo(other.id, { bank_account_id: failing.id }));
  expect(errorOf(refused)).toEqual([404, "resource_missing", "bank_account_id"]);
});

test("a deleted account still gets the payouts that it had, and a simultaneous deletion happens once", async () => {
  const { id } = await partner.driver();
  const account = await partner.bankAccount(id, "6789");
  const pending = await partner.payout(id, { method: "standard" });
  const replies = await Promise.all([1, 2, 3].map(() => remove(id, account.id)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  const { status, bank_account_id } = await partner.read(`/v1/payments/${pending.id}`);
  expect([status, bank_account_id]).toEqual(["pending", account.id]);
});

test("a driver has at most ten bank accounts", async () => {
  const { id } = await partner.driver();
  for (let i = 0; i < 10; i++) await partner.bankAccount(id, `${1_000 + i}`);
  const refused = await partner.post(`/v1/drivers/${id}/bank-accounts`, {
    plaid_token: "public-sandbox-2000",
  });
  expect(refused.status).toBe(409);
});
