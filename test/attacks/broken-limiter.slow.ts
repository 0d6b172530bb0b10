import { afterEach, describe, expect, test } from "@jest/globals";
import { freshAddress, freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { call, modern } from "../support/cloud/mcp.ts";
import { newPartner } from "../support/partner/platform.ts";

const cloud = await startCloud();
const partner = await newPartner(cloud);
await call(cloud, "check_roth_eligibility", { filing_status: "single", magi: 50_000 });
afterEach(() => cloud.inject());

const driver = () => ({ email: freshEmail(), first_name: "Ana", last_name: "Ng" });

/** What an attacker could gain by making the counters fail: calls that nothing counts. */
describe.each(["throttle", "error", "hang"] as const)("while each counter answers with a %s", (kind) => {
  const breakCounters = () => cloud.inject({ kind, action: "dynamodb:UpdateItem" });

  test("an open write gets a 503 and stores nothing", async () => {
    const email = freshEmail();
    await breakCounters();
    const refused = await cloud.post("/api/agent/signups", { email }, { from: freshAddress() });
    await cloud.inject();
    expect([refused.status, refused.json.error.code]).toEqual([503, "service_unavailable"]);
    expect((await cloud.post("/api/agent/signups", { email }, { from: freshAddress() })).status).toBe(201);
  });

  test("a keyed write gets a 503 and stores nothing, a keyed read passes", async () => {
    const before = (await partner.read("/v1/drivers")).total_count;
    await breakCounters();
    const [write, read] = [await partner.post("/v1/drivers", driver()), await partner.get("/v1/drivers")];
    await cloud.inject();
    expect([write.status, read.status]).toEqual([503, 200]);
    expect((await partner.read("/v1/drivers")).total_count).toBe(before);
  });

  test("a tool that writes fails and stores nothing", async () => {
    const email = freshEmail();
    await breakCounters();
    const reply = await modern(cloud, "tools/call", { name: "start_signup", arguments: { email } });
    await cloud.inject();
    expect(reply.status === 503 || reply.json.result?.isError || reply.json.error !== undefined).toBe(true);
    expect((await cloud.post("/api/agent/signups", { email }, { from: freshAddress() })).status).toBe(201);
  });
});
