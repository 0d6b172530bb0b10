import { expect, test } from "@jest/globals";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Json } from "../../infra/local/test/support/http.ts";
import { companyTools } from "../../shared/contract/company-mcp.ts";
import { freshAddress } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { payoutTo } from "../support/partner/payouts.ts";
import { newPartner, type Partner } from "../support/partner/platform.ts";
import { savers } from "../support/partner/savings.ts";

const cloud = await sharedCloud(120);
const PROPOSALS = "/v1/payments/proposals";

const rpc = (partner: Partner | undefined, method: string, params: object = {}) =>
  cloud.call("/v1/mcp", {
    json: { jsonrpc: "2.0", id: 1, method, params },
    headers: {
      "mcp-protocol-version": "2025-11-25",
      ...(partner && { authorization: `Bearer ${partner.key}` }),
    },
    from: freshAddress(),
  });

const call = async (partner: Partner, name: string, args: object): Promise<Json> =>
  (await rpc(partner, "tools/call", { name, arguments: args })).json.result;

const toolsOf = async (scopes?: string): Promise<string[]> => {
  const { json } = await rpc(await newPartner(cloud, scopes ? { scopes } : {}), "tools/list");
  return json.result.tools.map(({ name }: Json) => name);
};

test("a key sees the tools of its scopes, and the texts of all ten have at most 2,500 tokens", async () => {
  const names = companyTools.map(({ tool }) => tool.name);
  expect([await toolsOf(), names.length]).toEqual([names, 10]);
  const ofProposers = names.filter((name) => name !== "list_events");
  expect(await toolsOf("payments:propose")).toEqual(ofProposers);
  expect(await toolsOf("drivers:read")).toEqual(["list_drivers", "get_driver"]);
  const { text } = await rpc(await newPartner(cloud), "tools/list");
  expect(Buffer.byteLength(text) / 4).toBeLessThan(2_500);
});

test("a request without a valid key gets a 401 that names the scheme", async () => {
  const { status, headers, json } = await rpc(undefined, "tools/list");
  expect([status, headers["www-authenticate"]]).toEqual([401, "Bearer"]);
  expect(json.error.message).toContain("Authorization: Bearer");
});

type Clients = [current: typeof Client, transport: typeof StreamableHTTPClientTransport];

test.each([
  ["current", Client, StreamableHTTPClientTransport],
  ["previous", OldClient, OldTransport],
])("the %s client previews payouts, proposes them, reads the proposal and cancels it", async (...of) => {
  const [, AnyClient, Transport] = of as unknown as [string, ...Clients];
  const partner = await newPartner(cloud, { scopes: "payments:propose,drivers:write" });
  const { id } = await partner.driver();
  const client = new AnyClient({ name: "test", version: "1" });
  const headers = { authorization: `Bearer ${partner.key}` };
  await client.connect(new Transport(new URL(`${cloud.url}/v1/mcp`), { requestInit: { headers } }));
  const use = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })).structuredContent as Json;
  const payouts = [payoutTo(id), payoutTo(id, { amount: 200 })];
  expect((await use("list_drivers", { limit: 5 })).data).toMatchObject([{ id }]);
  const { dry_runs } = await use("preview_payouts", { payouts });
  const proposal = await use("propose_payouts", { payouts, reason: "Week 47" });
  expect(await use("get_proposal", { id: proposal.id })).toMatchObject({ status: "pending", dry_runs });
  expect(await use("get_proposal", { id: proposal.id })).toEqual(
    await partner.read(`${PROPOSALS}/${proposal.id}`),
  );
  expect((await use("cancel_proposal", { id: proposal.id })).status).toBe("canceled");
  await client.close();
});

test("an error is one sentence with its code, and a tool that does not exist names those that do", async () => {
  const partner = await newPartner(cloud);
  const { isError, content } = await call(partner, "get_driver", { id: `drv_${"0".repeat(26)}` });
  expect([isError, content[0].text]).toEqual([
    true,
    "No driver has this id in your key's mode (test or live); check the id and the key (resource_missing, parameter id).",
  ]);
  const few = await newPartner(cloud, { scopes: "drivers:read" });
  const { error } = (await rpc(few, "tools/call", { name: "get_balance", arguments: {} })).json;
  expect(error.message).toContain("list_drivers, get_driver");
  const refused = await call(partner, "propose_payouts", { payouts: [payoutTo("drv_1", { amount: 1 })] });
  expect(refused.content[0].text).toMatch(/^[^.]+(\.\w+[^.]+)*\(resource_missing, parameter [\w[\].]+\)\.$/);
});

test("no tool shows a company what another one has", async () => {
  const [owner, other] = [await newPartner(cloud), await newPartner(cloud)];
  const driver = await owner.driver({ email: "tenant@example.com", external_id: "E-1" });
  const payout = await owner.payout(driver.id);
  const proposal = await owner.create(PROPOSALS, { payouts: [payoutTo(driver.id)], reason: "Week 47" });
  const ids: Record<string, string> = { get_driver: driver.id, get_payout: payout.id };
  for (const { tool } of companyTools) {
    const id = ids[tool.name] ?? proposal.id;
    const payouts = [payoutTo(driver.id)];
    const takes = /^(preview|propose)/.test(tool.name)
      ? { payouts, ...(tool.name.startsWith("propose") && { reason: "Theirs" }) }
      : { ...(/^(get_(?!balance)|cancel)/.test(tool.name) && { id }) };
    const { isError, structuredContent: shown, content } = await call(other, tool.name, takes);
    const isEmpty = shown?.data?.length === 0 || shown?.available === 100_000_000;
    const isRejected = shown?.dry_runs?.[0]?.error_code === "resource_missing" || shown?.rejected_count === 1;
    expect([tool.name, isError || isEmpty || isRejected]).toEqual([tool.name, true]);
    expect(content[0].text).not.toMatch(/tenant@example|E-1/);
  }
  expect((await owner.read(`${PROPOSALS}/${proposal.id}`)).status).toBe("pending");
});

test("each grant of the server's function is used", async () => {
  const partner = await newPartner(cloud);
  const [saver = ""] = await savers(partner, 1, 1);
  const driver = await partner.driver({ external_id: "E-2", metadata: { team: "north" } });
  const gone = await partner.driver();
  await partner.payout(gone.id);
  await partner.call(`/v1/drivers/${gone.id}`, { method: "DELETE" });
  const payouts = [payoutTo(saver), payoutTo(driver.id)];
  const proposed = { payouts, reason: "Week 47", idempotency_key: "week-47" };
  const { structuredContent: made } = await call(partner, "propose_payouts", proposed);
  const calls: [name: string, args: object][] = [
    ["propose_payouts", { ...proposed, expires_at: "2026-01-01T00:00:00Z" }],
    ...[{ external_id: "E-2" }, { email: "ana@example.com" }, { metadata: { team: "north" } }, {}].map(
      (args): [string, object] => ["list_drivers", args],
    ),
    ...[{ status: "completed" }, { driver_id: driver.id }, { driver_id: gone.id }, {}].map(
      (args): [string, object] => ["list_payouts", args],
    ),
    ["get_balance", {}] as [string, object],
    ["list_events", {}] as [string, object],
    ...["cancel_proposal", "cancel_proposal"].map((name): [string, object] => [name, { id: made.id }]),
  ];
  for (const [name, args] of calls) await call(partner, name, args);
  const grants = (await cloud.grants()).filter(({ role }) => role.startsWith("ServeCompanyMcpRole"));
  const unused = grants.filter(({ used }) => !used).map(({ action, prefix }) => `${action} ${prefix}`);
  expect([grants.length > 15, unused.filter((name) => !name.startsWith("logs:"))]).toEqual([true, []]);
});
