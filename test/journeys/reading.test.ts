import { expect, test } from "@jest/globals";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();

test("the reply has the product's facts and can be cached for an hour", async () => {
  const { status, json, headers } = await cloud.call("/api/agent/product");
  expect(status).toBe(200);
  expect(json).toMatchObject({
    product: expect.stringContaining("Portable Roth IRA"),
    type: expect.stringContaining("Roth IRA"),
    custodian: expect.stringContaining("FINRA/SIPC"),
    launch_status: "waitlist",
    pricing: expect.arrayContaining([
      { name: expect.any(String), price_usd_per_month: expect.any(Number), features: expect.any(Array) },
    ]),
  });
  expect(headers["cache-control"]).toBe("public, max-age=3600");
});

test("every link in the reply opens", async () => {
  const { links } = (await cloud.call("/api/agent/product")).json;
  for (const link of [links.home, links.documentation, links.openapi]) {
    expect((await cloud.call(new URL(link).pathname)).status).toBe(200);
  }
});

test("a filing status and an income get an estimate with the disclaimer", async () => {
  const { status, json } = await cloud.call("/api/agent/eligibility?filing_status=married_joint&magi=250000");
  expect(status).toBe(200);
  expect(json).toEqual({
    eligible: true,
    partial: true,
    contribution_limit: 1500,
    contribution_limit_age_50_plus: 1720,
    phase_out: { starts_at: 242000, ends_at: 252000 },
    tax_year: 2026,
    savers_match: expect.objectContaining({ tax_year: 2027, rate: 0 }),
    disclaimer: expect.stringMatching(/not investment, tax or legal advice/),
  });
});

test("the health check reports the stage and whether email is configured", async () => {
  const { status, json } = await cloud.call("/health");
  expect([status, json]).toEqual([200, { status: "ok", stage: "local", mail: "on" }]);
});

test("the health check reads the table once when the query asks for readiness, and else never", async () => {
  const readsOf = async (path: string) => {
    await cloud.clearUsage();
    const { status, json } = await cloud.call(path);
    expect([status, json.status]).toEqual([200, "ok"]);
    return (await cloud.usage())["show-health"]?.calls;
  };
  expect(await readsOf("/health")).toEqual({});
  expect(await readsOf("/health?ready")).toEqual({ "dynamodb:GetItem": 1 });
  expect(await readsOf("/health?probe=1&ready=true")).toEqual({ "dynamodb:GetItem": 1 });
});
