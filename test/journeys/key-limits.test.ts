import { expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { DashboardVisitor, keyIn } from "../support/dashboard/dashboard.ts";
import { pageOf } from "../support/page.ts";
import { payoutTo, PAYOUTS } from "../support/partner/payouts.ts";
import { errorOf, newPartner, Partner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();
const [PROPOSALS, BATCHES] = ["/v1/payments/proposals", "/v1/payments/batches"];
const KEYS = "/developers/keys/test";

test("payouts, batches and approvals at once pay a key's limit of a day to the cent, and no more", async () => {
  const partner = await newPartner(cloud, { max_daily_amount: "4000" });
  const { id } = await partner.driver();
  const payouts = Array.from({ length: 20 }, () => payoutTo(id, { amount: 100 }));
  const propose = () => partner.create(PROPOSALS, { payouts, reason: "Week 47" });
  const proposals = [await propose(), await propose()];
  const replies = await Promise.all([
    ...payouts.map((payout) => partner.post(PAYOUTS, payout)),
    ...[1, 2].map(() => partner.post(BATCHES, { payouts })),
    ...proposals.map((of) => partner.post(`/v1/test_helpers/proposals/${of.id}/approve`, undefined)),
  ]);
  expect(replies.filter(({ status }) => status >= 500 || status === 429)).toEqual([]);
  await cloud.advance("3m");
  const { data } = await partner.read("/v1/payments?limit=100");
  expect(data.map(({ amount }: Json) => amount)).toEqual(Array.from({ length: 40 }, () => 100));
  expect(errorOf(await partner.post(PAYOUTS, payouts[0]))).toEqual([409, "key_limit_exceeded", "amount"]);
  await cloud.advance("1d");
  expect((await partner.post(PAYOUTS, payouts[0])).status).toBe(201);
});

test("a payout above a key's limit of a payout is refused: alone, in a batch and in a dry run", async () => {
  const partner = await newPartner(cloud, { max_payout_amount: "500", max_daily_amount: "900" });
  const { id } = await partner.driver();
  const payouts = [501, 500, 401, 400].map((amount) => payoutTo(id, { amount }));
  const proposal = await partner.create(PROPOSALS, { payouts, reason: "Week 47" });
  const { dry_runs } = await partner.read(`${PROPOSALS}/${proposal.id}`);
  const refused = "key_limit_exceeded";
  expect(dry_runs.map(({ error_code }: Json) => error_code)).toEqual([refused, null, refused, null]);
  for (const path of [PAYOUTS, `${PAYOUTS}?dry_run=true`])
    expect(errorOf(await partner.post(path, payouts[0]))).toEqual([409, refused, "amount"]);
  // A batch makes several at once, in any order.
  const fitting = payouts.filter(({ amount }) => amount !== 401);
  const batch = await partner.create(BATCHES, { payouts: fitting });
  await cloud.advance("1m");
  const { data } = await partner.read(`${BATCHES}/${batch.id}/items`);
  expect(data.map(({ error }: Json) => error?.code ?? null)).toEqual([refused, null, null]);
  expect((await partner.read("/v1/balance")).available).toBe(99_999_100);
});

test("a member limits a key, and the key that replaces it continues its day", async () => {
  const ana = await new DashboardVisitor(cloud).signIn("Limits");
  const create = (fields: object) =>
    ana.post(KEYS, `${KEYS}/create`, { name: "A", access: "all", ...fields });
  const refused = await create({ max_daily_amount: "0.5" });
  expect([refused.status, refused.text.includes("Enter an amount of at least $1.00")]).toEqual([400, true]);
  const reply = await create({ max_payout_amount: "3", max_daily_amount: "$5.00" });
  const page = await ana.call(KEYS);
  expect(page.text).toContain("Full access, $3 a payout, $5 a day");
  const programOf = (key: string) => new Partner(cloud, key, "", "");
  const before = programOf(keyIn(reply));
  const { id } = await before.driver();
  await before.payout(id, { amount: 300 });
  const after = programOf(
    keyIn(await ana.post(KEYS, `${KEYS}/${pageOf(page).id("key")}/rotate`, { overlap: "24" })),
  );
  const pay = async (amount: number) => (await after.post(PAYOUTS, payoutTo(id, { amount }))).status;
  expect([await pay(301), await pay(201), await pay(200), await pay(100)]).toEqual([409, 409, 201, 409]);
});
