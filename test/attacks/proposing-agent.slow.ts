import { expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { companyTools } from "../../shared/contract/company-mcp.ts";
import { operations, routes } from "../../shared/contract/service.ts";
import { scopes } from "../../shared/domain/account/scope.ts";
import { freshAddress } from "../support/cloud/cloud.ts";
import { mailsTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { DashboardVisitor, keyIn } from "../support/dashboard/dashboard.ts";
import { payoutTo } from "../support/partner/payouts.ts";
import { Partner } from "../support/partner/platform.ts";

/** An agent has every right but `payments:write`, and every id, link and email of its company. */
const cloud = await sharedCloud(120);
const KEYS = "/developers/keys/test";
const PROPOSALS = "/v1/payments/proposals";

const admin = await new DashboardVisitor(cloud).signIn("Robbed By Its Agent");
const keyWith = async (fields: object) =>
  new Partner(cloud, keyIn(await admin.post(KEYS, `${KEYS}/create`, { name: "A", ...fields })), "", "");
const owner = await keyWith({ access: "all" });
const others = scopes.filter((scope) => scope !== "payments:write");
const agent = await keyWith({
  access: "some",
  ...Object.fromEntries(others.map((scope) => [`scope-${scope}`, "yes"])),
});
const driver = await owner.driver();
const payout = await owner.payout(driver.id, { method: "standard" });
const proposal = await agent.create(PROPOSALS, { payouts: [payoutTo(driver.id)], reason: "Week 47" });
await cloud.advance("1m");
const emails = await mailsTo(cloud, admin.email);
const links = emails.flatMap(({ text }) => [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link));
const ids = [driver.id, payout.id, proposal.id, proposal.id.replace("prp_", "bat_"), "2026-11-21"];

const moved = async () => [
  (await owner.read("/v1/payments?limit=1")).total_count,
  (await owner.read("/v1/balance")).available + (await owner.read("/v1/balance")).pending,
  (await owner.read(`${PROPOSALS}/${proposal.id}`)).receipts,
];
const before = await moved();
const withId = (path: string, id: string) => path.replace(/\{\w+\+?\}/g, id);
const unlessPaid = async () => expect(await moved()).toEqual(before);

test("it moves no cent by any operation, with any id in its path and its body", async () => {
  const writes = operations.filter(
    ({ scope, method, path }) => scope && method !== "GET" && path.startsWith("/v1/"),
  );
  const refused = new Set<string>();
  // What deletes the driver comes last.
  for (const op of writes.toSorted((a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE")))
    for (const id of ids) {
      const json = op.bodyExample && {
        ...op.bodyExample,
        ...("driver_id" in op.bodyExample && { driver_id: driver.id }),
      };
      const { status, json: reply } = await agent.call(withId(op.path, id), {
        method: op.method,
        ...(json && { json }),
      });
      if (status === 403 && reply.error.code === "scope_missing") refused.add(op.name);
    }
  await unlessPaid();
  const needed = writes.filter(({ scope }) => scope === "payments:write").map(({ name }) => name);
  expect([...refused].sort()).toEqual(needed.sort());
}, 300_000);

test("it moves no cent by a tool of either server, an email's link or a form", async () => {
  for (const { tool } of companyTools.filter(({ tool }) => tool.name !== "cancel_proposal"))
    for (const id of ids) {
      const args: Json = /payouts$/.test(tool.name)
        ? { payouts: [payoutTo(driver.id)], reason: "x" }
        : { id };
      const params = { name: tool.name, arguments: args };
      await agent.post("/v1/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params });
    }
  const paths = new Set([
    ...links.map((link) => new URL(link).pathname + new URL(link).search),
    ...routes.flatMap(({ path }) =>
      path.startsWith("/developers") ? ids.map((id) => withId(path, id)) : [],
    ),
    ...["approve", "decline"].map((verb) => `/developers/proposals/test/${proposal.id}/${verb}`),
  ]);
  for (const path of paths)
    for (const method of ["GET", "POST"])
      await cloud.call(path, {
        method,
        from: freshAddress(),
        headers: {
          authorization: `Bearer ${agent.key}`,
          ...(method === "POST" && { "content-type": "application/x-www-form-urlencoded" }),
        },
        ...(method === "POST" && {
          body: new URLSearchParams({ id: proposal.id, form_passkey: "{}" }).toString(),
        }),
      });
  await unlessPaid();
}, 300_000);
