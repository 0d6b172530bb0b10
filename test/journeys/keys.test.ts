import { expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { operations } from "../../shared/contract/service.ts";
import { freshAddress } from "../support/cloud/cloud.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { errorOf, newCompany, newPartner, type Partner, untilAllowed } from "../support/partner/platform.ts";

const cloud = await sharedCloud(FAST_CLOCK);

const listDrivers = (authorization: string) => cloud.call("/v1/drivers", { headers: { authorization } });

test("a request without a key gets a 401 with the authentication scheme", async () => {
  for (const reply of [await cloud.call("/v1/drivers"), await listDrivers("Basic dXNlcjpwYXNz")]) {
    expect(errorOf(reply)).toEqual([401, "api_key_missing", null]);
    expect(reply.headers["www-authenticate"]).toBe("Bearer");
    expect(reply.headers).not.toHaveProperty("x-ratelimit-limit");
  }
});

test("every operation refuses a wrong key, and a good one with a parameter that it does not know", async () => {
  for (const { name, method, path } of operations.filter(({ scope }) => scope)) {
    // Its first use is written by this operation.
    const { key } = await newPartner(cloud);
    const ask = (bearer: string) => {
      const headers = { authorization: `Bearer ${bearer}` };
      const from = freshAddress();
      return cloud.call(`${path.replace(/\{\w+\}/g, "x")}?nothing=1`, { method, headers, from });
    };
    expect([name, ...errorOf(await ask("svc_test_wrong"))]).toEqual([name, 401, "api_key_invalid", null]);
    const { json } = await untilAllowed(cloud, () => ask(key));
    expect([name, json.error?.type]).toEqual([name, "invalid_request_error"]);
  }
});

test("a revoked key stops at once for payouts and their cancellation, while reads may still have it in their cache", async () => {
  // At this pace, the cached key lives longer than the test.
  const partner = await newPartner(await sharedCloud());
  const { id } = await partner.driver();
  const pay = () => partner.post("/v1/payments/payout", { driver_id: id, amount: 500, currency: "usd" });
  const cancel = (payout: string) => partner.post(`/v1/payments/${payout}/cancel`, undefined);
  expect((await pay()).status).toBe(201);
  const [first, second] = [
    await partner.payout(id, { method: "standard" }),
    await partner.payout(id, { method: "standard" }),
  ];
  expect((await cancel(first.id)).status).toBe(200);
  const { ok } = await partner.cloud.command("revoke-key", { key_id: partner.keyId });
  expect(ok).toBe(true);
  for (const refused of [await pay(), await cancel(second.id)])
    expect(errorOf(refused)).toEqual([401, "api_key_revoked", null]);
});

test("a revoked key stops within 10 seconds for reads", async () => {
  const { key, keyId } = await newPartner(cloud);
  expect((await listDrivers(`Bearer ${key}`)).status).toBe(200);
  expect(await cloud.command("revoke-key", { key_id: keyId })).toMatchObject({ ok: true });
  const revokedAt = await cloud.now();
  await eventually(async () => {
    const askedAt = await cloud.now();
    const { status, json } = await listDrivers(`Bearer ${key}`);
    if (status === 200) expect(askedAt - revokedAt).toBeLessThan(10_000);
    return json.error?.code === "api_key_revoked";
  });
  expect(await cloud.command("revoke-key", { key_id: "key_none" })).toMatchObject({ ok: false });
});

test("a key has only its scopes, and the 403 names the missing scope", async () => {
  const { key } = await newPartner(cloud, { scopes: "drivers:read, payments:write" });
  expect((await listDrivers(`Bearer ${key}`)).status).toBe(200);
  const refused = await cloud.call("/v1/payments", { headers: { authorization: `Bearer ${key}` } });
  expect(errorOf(refused)).toEqual([403, "scope_missing", null]);
  expect(refused.json.error.message).toContain("`payments:read`");
  expect(refused.headers).toHaveProperty("x-ratelimit-remaining");
  expect(await cloud.command("create-key", { scopes: "drivers:read,nonsense" })).toMatchObject({
    ok: false,
  });
});

const logsOf = (request: string) => {
  const lines = cloud.logs().split("\n");
  return lines.filter((line) => line.includes(request)).join("\n");
};

test("a live key works once its account is verified, and gets a 403 where live mode has no adapter", async () => {
  const live = await newPartner(cloud, { live: true, account: "verified-co" });
  const early = errorOf(await live.get("/v1/drivers"));
  expect([live.key, ...early]).toEqual([
    expect.stringMatching(/^svc_live_/),
    403,
    "account_unverified",
    null,
  ]);
  expect(await cloud.command("verify-account", { account: "verified-co" })).toMatchObject({ ok: true });
  await eventually(async () => (await live.get("/v1/drivers")).status === 200);

  const driver = await live.driver();
  const payout = { driver_id: driver.id, amount: 1_000, currency: "usd" };
  const paid = await live.post("/v1/payments/payout", payout);
  const linked = await live.post(`/v1/drivers/${driver.id}/bank-accounts`, { plaid_token: "public-x" });
  expect((await live.read("/v1/payments")).total_count).toBe(0);
  for (const reply of [paid, linked]) {
    expect(errorOf(reply)).toEqual([403, "live_mode_unavailable", null]);
    const id = String(reply.headers["x-request-id"]);
    await eventually(async () => logsOf(id).includes('"error_code":"live_mode_unavailable"'));
    // It is expected, so no alarm counts it.
    expect(logsOf(id)).not.toMatch(/"message":"fault"|"ApiFaults"/);
  }
  const helper = `/v1/test_helpers/payments/pay_${"0".repeat(26)}/complete`;
  expect(errorOf(await live.call(helper, { method: "POST" }))).toEqual([404, "route_not_found", null]);
});

test("a name shared by an account and a later partner is an error until the operator gives an id", async () => {
  const account = "twin-fleet";
  const live = await newPartner(cloud, { live: true, account });
  expect(await newCompany(cloud, { company: "Twin Fleet" })).toBe(account);
  for (const [name, more] of [
    ["create-key", { live: true }],
    ["verify-account", {}],
    ["set-tier", { tier: "growth" }],
  ] as const) {
    const refused = await cloud.command(name, { account, ...more });
    expect(refused).toEqual({ ok: false, message: expect.stringContaining(live.accountId) });
    expect(refused.message).toContain("Give the id of one");
  }
  expect(await cloud.command("verify-account", { account: live.accountId })).toMatchObject({ ok: true });
  await eventually(async () => (await live.get("/v1/drivers")).status === 200);
});

test("a tier sets the live mode quota and leaves test mode unchanged", async () => {
  const account = "growing-co";
  const live = await newPartner(cloud, { live: true, account });
  const test = await newPartner(cloud, { account });
  expect(test.accountId).toBe(live.accountId);
  await cloud.command("verify-account", { account });
  const limitOf = async (partner: Partner) => (await partner.get("/v1/drivers")).headers["x-ratelimit-limit"];
  const tiers: [object, string][] = [
    [{ tier: "starter" }, "1000"],
    [{ tier: "growth" }, "10000"],
    [{ tier: "enterprise", per_minute: "12345", per_second: "600" }, "12345"],
  ];
  for (const [tier, limit] of tiers) {
    expect(await cloud.command("set-tier", { account, ...tier })).toMatchObject({ ok: true });
    await eventually(async () => (await limitOf(live)) === limit);
    expect(await limitOf(test)).toBe("100");
  }
  const custom = { account, tier: "growth", per_minute: "5", per_second: "5" };
  expect(await cloud.command("set-tier", custom)).toMatchObject({ ok: false });
  expect(await cloud.command("set-tier", { account: "nobody", tier: "growth" })).toMatchObject({
    ok: false,
  });
});
