import { createHash, createPublicKey, verify } from "node:crypto";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "@jest/globals";
import { verifyReceipt } from "../../infra/clients/typescript/src/receipts.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { DAY } from "../../shared/domain/limit/window.ts";
import { keys } from "../../shared/store/keys/keys.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { leaveOnly } from "../support/partner/balance.ts";
import { table } from "../support/partner/driver-figures.ts";
import { payoutTo } from "../support/partner/payouts.ts";
import { errorOf, newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();
const PROPOSALS = "/v1/payments/proposals";

test("a proposal shows what its payouts would do, against the funds of all of them, and pays nothing", async () => {
  const partner = await newPartner(cloud);
  const { id } = await partner.driver();
  await partner.post("/v1/payments/payout", payoutTo(id, { idempotency_key: "paid" }));
  await leaveOnly(partner, 2_000);
  const before = await partner.read("/v1/balance");
  const payouts = [
    payoutTo(id, { amount: 1_500 }),
    payoutTo(`drv_${"0".repeat(26)}`),
    payoutTo(id, { idempotency_key: "paid" }),
    payoutTo(id, { amount: 501 }),
    payoutTo(id, { amount: 500 }),
  ];
  const proposal = await partner.create(PROPOSALS, { payouts, reason: "Week 47" });
  const counts = { total_count: 5, rejected_count: 2, total_amount: 22_501 };
  expect(proposal).toMatchObject({ status: "pending", ...counts });
  const { dry_runs, text, hash } = await partner.read(`${PROPOSALS}/${proposal.id}`);
  expect(
    dry_runs.map(({ net_amount, replayed, error_code }: Json) => error_code ?? [net_amount, replayed]),
  ).toEqual([[1_475, false], "resource_missing", [9_850, true], "balance_insufficient", [475, false]]);
  expect(createHash("sha256").update(text).digest("hex")).toBe(hash);
  expect(JSON.parse(text).payouts).toMatchObject(payouts);
  expect(await partner.read("/v1/balance")).toEqual(before);
});

test("a key that only proposes reads what it proposes about, and no call of it moves money", async () => {
  const { accountId: account, ...owner } = await newPartner(cloud);
  const { id } = await owner.driver();
  const agent = await newPartner(cloud, { account, scopes: "payments:propose" });
  const proposal = await agent.create(PROPOSALS, { payouts: [payoutTo(id)], reason: "Week 47" });
  for (const path of ["/v1/balance", "/v1/payments", `/v1/drivers/${id}`, PROPOSALS])
    expect((await agent.get(path)).status).toBe(200);
  for (const [path, json] of [
    ["/v1/payments/payout", payoutTo(id)],
    ["/v1/payments/batches", { payouts: [payoutTo(id)] }],
    ["/v1/drivers", { email: "ana@example.com", first_name: "Ana", last_name: "Ng" }],
  ] as const)
    expect(errorOf(await agent.post(path, json))).toEqual([403, "scope_missing", null]);
  const cancel = () => agent.post(`${PROPOSALS}/${proposal.id}/cancel`, undefined);
  expect((await cancel()).json.status).toBe("canceled");
  expect(errorOf(await cancel())).toEqual([409, "status_conflict", "id"]);
  expect((await agent.read(`${PROPOSALS}?status=canceled`)).data).toMatchObject([{ id: proposal.id }]);
});

test("a proposal expires at its instant, with one event, and its end is at most seven days away", async () => {
  const partner = await newPartner(cloud);
  const proposed = { payouts: [payoutTo((await partner.driver()).id)], reason: "Week 47" };
  const at = async (seconds: number) => new Date((await cloud.now()) + seconds * 1_000).toISOString();
  for (const expires_at of [await at(-1), await at(7 * DAY + 60)])
    expect(errorOf(await partner.post(PROPOSALS, { ...proposed, expires_at }))).toEqual([
      400,
      "parameter_invalid",
      "expires_at",
    ]);
  const { id } = await partner.create(PROPOSALS, { ...proposed, expires_at: await at(600) });
  await cloud.advance("11m");
  const { status, decided_at, expires_at, sequence } = await partner.read(`${PROPOSALS}/${id}`);
  expect([status, decided_at, sequence]).toEqual(["expired", expires_at, 2]);
  const { data } = await partner.read("/v1/events?type=proposal.expired");
  expect(data).toMatchObject([{ data: { id, status: "expired", sequence: 2 } }]);
  expect((await partner.post(`${PROPOSALS}/${id}/cancel`, undefined)).status).toBe(409);
});

test("a proposal that is no proposal gets the error of its first fault", async () => {
  const partner = await newPartner(cloud);
  const { id } = await partner.driver();
  const refused = async (json: object) => errorOf(await partner.post(PROPOSALS, json));
  const reason = "Week 47";
  expect(await refused({ payouts: [], reason })).toEqual([400, "parameter_invalid", "payouts"]);
  expect(await refused({ payouts: [payoutTo(id)] })).toEqual([400, "parameter_missing", "reason"]);
  expect(await refused({ payouts: [payoutTo(id), payoutTo(id, { amount: 5 })], reason })).toEqual([
    400,
    "amount_too_small",
    "payouts[1].amount",
  ]);
  expect(await refused({ payouts: [payoutTo(id, { currency: "eur" })], reason })).toEqual([
    400,
    "currency_not_supported",
    "payouts[0].currency",
  ]);
  expect(await refused({ payouts: [payoutTo(id)], reason: "a\nb" })).toEqual([
    400,
    "parameter_invalid",
    "reason",
  ]);
});

test("of many approvals and cancels at once one counts, and each payout is paid at most once", async () => {
  const partner = await newPartner(cloud);
  const { id: driver } = await partner.driver();
  const payouts = [payoutTo(driver), payoutTo(driver), payoutTo(driver)];
  const { id } = await partner.create(PROPOSALS, { payouts, reason: "Week 47" });
  const approve = `/v1/test_helpers/proposals/${id}/approve`;
  const calls = Array.from({ length: 12 }, (_, i) => (i % 4 === 3 ? `${PROPOSALS}/${id}/cancel` : approve));
  const replies = await Promise.all(calls.map((path) => partner.post(path, undefined)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
  await cloud.advance("65s");
  const { status, batch_id } = await partner.read(`${PROPOSALS}/${id}`);
  const { total_count } = await partner.read(`/v1/payments?driver_id=${driver}`);
  expect([
    ["approved", 3],
    ["canceled", 0],
  ]).toContainEqual([status, total_count]);
  if (batch_id) expect((await partner.read(`/v1/payments/batches/${batch_id}`)).counts.created).toBe(3);
  expect((await partner.post(approve, undefined)).status).toBe(409);
});

test("an approval verifies offline, and of one changed byte of a payout it does not", async () => {
  const partner = await newPartner(cloud);
  const { id: driver } = await partner.driver();
  const { id } = await partner.create(PROPOSALS, { payouts: [payoutTo(driver)], reason: "Week 47" });
  await partner.create(`/v1/test_helpers/proposals/${id}/approve`, undefined);
  const { receipts, text, hash } = await partner.read(`${PROPOSALS}/${id}`);
  const keys = (await cloud.call("/.well-known/jwks.json")).json;
  const [header = "", payload = "", signature = ""] = receipts[0].split(".");
  const { kid } = JSON.parse(Buffer.from(header, "base64url").toString());
  const key = createPublicKey({ key: keys.keys.find((each: Json) => each.kid === kid), format: "jwk" });
  const signed = Buffer.from(`${header}.${payload}`);
  expect(verify(null, signed, key, Buffer.from(signature, "base64url"))).toBe(true);
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  expect(await verifyReceipt(receipts[0], keys)).toEqual(claims);
  const terms = { account: partner.accountId, count: 1, total: 10_000, hash };
  expect(claims).toMatchObject({ act: "approve_payouts", auth: "passkey", sub: id, livemode: false, terms });
  const sha256 = (of: string) => createHash("sha256").update(of).digest("hex");
  expect(claims.terms.hash).toBe(sha256(text));
  expect(claims.terms.hash).not.toBe(sha256(text.replace("10000", "10001")));
  await expect(verifyReceipt(receipts[0].replace(".eyJ", ".eyK"), keys)).rejects.toThrow("signature");
});

test("a proposal whose stored payouts were changed cannot be approved, and pays nothing", async () => {
  const partner = await newPartner(cloud);
  const { id: driver } = await partner.driver();
  const { id } = await partner.create(PROPOSALS, { payouts: [payoutTo(driver)], reason: "Week 47" });
  const [payout] = JSON.parse((await partner.read(`${PROPOSALS}/${id}`)).text).payouts;
  const page = keys.proposalPage({ account_id: partner.accountId, mode: "test" }, id, 0);
  const approveWith = async (change: object) => {
    const payouts = JSON.stringify([{ payout: { ...payout, ...change }, result: {} }]);
    await cloud.putItem(table, marshall({ ...page, payouts }));
    return (await partner.post(`/v1/test_helpers/proposals/${id}/approve`, undefined)).status;
  };
  for (const change of [{ amount: 10_001 }, { driver_id: `drv_${"0".repeat(26)}` }, { method: "standard" }])
    expect([change, await approveWith(change)]).toEqual([change, 500]);
  expect((await partner.read("/v1/payments")).total_count).toBe(0);
  expect(await approveWith({})).toBe(200);
});
