import { expect, test } from "@jest/globals";
import { registerPartner } from "../../shared/domain/account/partner.ts";
import type { Result } from "../../shared/http/serve/responses.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";

const engine = await startEngine();
Object.assign(process.env, {
  BASE_URL: "https://api.example.com",
  SANDBOX_SIGNUPS_PER_MINUTE: "6",
  DOCS_PAYOUTS_PER_MINUTE: "6",
});
const { handler } = await import("../../functions/agent/start-signup.ts");
const { limitDocsPayouts } = await import("../../shared/http/guard/fair-share.ts");
const { limitPlayground } = await import("../../shared/http/guard/own-limits.ts");
const { putPartner } = await import("../../shared/store/account/partners.ts");

async function signUp(body: object, from: string, headers: Record<string, string> = {}) {
  const event = gatewayEvent("POST", {
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ email: "ana@example.com", ...body }),
    from,
  });
  const { statusCode, headers: replied, body: text = "" } = (await handler(event, {} as never)) as Result;
  return { status: statusCode, error: JSON.parse(text).error, headers: replied };
}

test.each<[string, () => Promise<void>, number, RegExp]>([
  [
    "all keys of the docs together",
    () => limitDocsPayouts("192.0.2.1", new Date()),
    2,
    /^Your network 192.0.2.0\/24 had its share of the 6 payouts per minute of sandbox keys/,
  ],
  [
    "an account in the playground",
    () => limitPlayground("acct_1", new Date()),
    20,
    /^The playground makes at most 20 payouts/,
  ],
])("payouts of %s above their limit get a 429", async (_, count, most, message) => {
  for (let i = 0; i < most; i++) await count();
  await expect(count()).rejects.toMatchObject({
    code: "rate_limit_exceeded",
    message: expect.stringMatching(message),
    headers: { "retry-after": expect.any(String) },
  });
});

test("sandbox signups of a network above its share get a 429 that says so, and live ones do not count", async () => {
  let calls = 0;
  const sandboxed = (network = "10.0.0") => signUp({ sandbox: true }, `${network}.${calls++}`);
  for (let i = 0; i < 2; i++) expect((await sandboxed()).status).toBe(201);
  const { status, error, headers } = await sandboxed();
  expect([status, error.code]).toEqual([429, "rate_limit_exceeded"]);
  expect(error.message).toMatch(
    /^Your network 10\.0\.0\.0\/24 had its share of the 6 sandbox signups per minute that all callers have together/,
  );
  expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
  expect(await engine.items("OUTBOX")).toHaveLength(2);
  // A refusal that is known costs nothing, and other networks still have room.
  const [network, limits] = [await engine.items("NETWORK"), await engine.items("LIMIT")];
  expect((await sandboxed()).status).toBe(429);
  expect([await engine.items("NETWORK"), await engine.items("LIMIT")]).toEqual([network, limits]);
  expect((await sandboxed("10.9.9")).status).toBe(201);
  expect((await sandboxed("10.9.8")).error.message).toMatch(
    /^All callers together exceeded the limit of 6 sandbox signups/,
  );
  expect((await signUp({}, "10.0.0.9")).status).toBe(201);
});

test("a page can try 20 unknown partner ids a minute, and one of a registered partner counts as none", async () => {
  const contact = { company: "Known", email: "dev@known.example", website: "https://known.example" };
  const { partner, account } = registerPartner(contact, "known", new Date());
  await putPartner(partner, account);
  const codes = async (partner_id: string, from: string) => {
    const tried = [];
    for (let i = 0; i < 21; i++)
      tried.push((await signUp({ partner_id }, from, { origin: "https://evil.example" })).error.code);
    return tried;
  };
  expect(await codes("unknown", "203.0.113.1")).toEqual([
    ...Array(20).fill("origin_not_allowed"),
    "rate_limit_exceeded",
  ]);
  expect(await codes("known", "203.0.113.2")).toEqual(Array(21).fill("origin_not_allowed"));
});
