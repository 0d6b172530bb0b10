import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { expect, jest, test } from "@jest/globals";
import { hashOfKey } from "../../shared/crypto/key-hash.ts";
import type { DashboardRequest } from "../../shared/dashboard/serving/dashboard-request.ts";
import { newAccount } from "../../shared/domain/account/account.ts";
import { newApiKey, newKeyRecord } from "../../shared/domain/account/api-key.ts";
import { scopes } from "../../shared/domain/account/scope.ts";
import { sortableId } from "../../shared/domain/item/ids.ts";
import { type Delivery, newDelivery } from "../../shared/domain/webhook/delivery.ts";
import { createEndpoint } from "../../shared/domain/webhook/webhook-request.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";
import { pageOf } from "../support/page.ts";
import { store } from "./store.ts";

const { showEndpoint } = await import("../../shared/dashboard/webhooks/load-endpoints.ts");
const { listDeliveriesRun } = await import("../../shared/operators/endpoints.ts");

/** A century ahead: engines delete expired items by their own clock. */
const now = new Date("2126-03-20T00:00:00.000Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const account = { ...newAccount({ partner_id: "busy" }, now), verified: true };
const owner = { account_id: account.account_id, mode: "live" } as const;

/** Each stored item counts as a hundred: 10,000 of them would take seconds to write. */
const EACH = 100;
const send = store.table.send.bind(store.table) as (command: unknown) => Promise<{ ScannedCount?: number }>;
jest.spyOn(store.table, "send").mockImplementation((async (command: unknown) => {
  if (!(command instanceof QueryCommand && command.input.FilterExpression)) return send(command);
  const page = await send(new QueryCommand({ ...command.input, Limit: (command.input.Limit ?? 0) / EACH }));
  return { ...page, ScannedCount: (page.ScannedCount ?? 0) * EACH };
}) as never);

/** An endpoint with one failed delivery, after which so many were delivered. */
async function busyEndpoint(delivered: number) {
  const request = { url: "https://hooks.example.com/", events: ["*" as const] };
  const secret = { sealed: "s", created_at: now.toISOString() };
  const endpoint = createEndpoint(owner, request, sortableId("wh_", now), secret);
  expect(await store.putEndpoint(owner, endpoint, undefined)).toBe(true);
  const put = async (seconds: number, status: Delivery["status"]) => {
    const id = sortableId("dlv_", ago(seconds));
    const event = { id: sortableId("evt_", now), type: "driver.created" } as const;
    const { next_attempt_at: _, ...fresh } = newDelivery(id, event, endpoint, ago(seconds));
    await store.putDelivery(owner, { ...fresh, status });
    return { ...fresh, status };
  };
  const failed = await put(71 * 3_600, "failed");
  const others = [];
  for (let i = 0; i < delivered / EACH; i++) others.push((await put(i * EACH, "delivered")).id);
  return { endpoint, failed, others };
}

const failedOf = (endpointId: string, starting_after?: string) =>
  store.listDeliveries(owner, endpointId, { status: "failed" }, { limit: 10, starting_after }, now);

/** The API's list, as a caller with a key gets it. */
async function listed(id: string, status: string) {
  const text = newApiKey("live");
  const key = newKeyRecord(account, "live", scopes, now);
  expect(await store.putKey(account, key, hashOfKey(text), 20)).toEqual({ outcome: "made" });
  const { handler } = await import("../../functions/platform/webhooks/list-deliveries.ts");
  const headers = { authorization: `Bearer ${text}` };
  const event = gatewayEvent("GET", { headers, params: { id }, query: `status=${status}` });
  return JSON.parse(String((await handler(event, {} as never)).body));
}

test("a search that stops says how far it looked, and continues from there", async () => {
  await store.putAccount(account);
  const { endpoint, failed, others } = await busyEndpoint(10_100);
  const last = others[99] ?? "";
  expect(await failedOf(endpoint.id)).toEqual({ data: [], has_more: true, searched_to: last });
  expect(await failedOf(endpoint.id, last)).toEqual({ data: [failed], has_more: false });

  // The API's caller has no cursor to continue with, and would begin anew.
  expect(await listed(endpoint.id, "failed")).toMatchObject({ data: [], has_more: false });

  const who = { mode: "live", role: "viewer", email: "v@example.com", now } as const;
  const shown = { ...who, path: "/developers/webhooks/live" };
  const page = async (query: string) => {
    const request = { shown, owner, params: { id: endpoint.id }, query: new URLSearchParams(query), now };
    return pageOf(String((await showEndpoint(request as unknown as DashboardRequest)).body));
  };
  const first = await page("status=failed");
  expect(first.text).toContain("No failed delivery so far");
  expect(first.text).toContain("We searched back to 2126-03-19 21:15 UTC");
  expect(first.link("Older")).toContain(`?status=failed&before=${last}`);
  expect((await page(`status=failed&before=${last}`)).ids("dlv")).toContain(failed.id);
  expect((await page("status=held")).text).toContain("No held delivery so far");

  const command = (before?: string) =>
    listDeliveriesRun(
      { endpoint: endpoint.id, account: account.account_id, status: "failed", after: before },
      { now, reason: "", reveal: false },
    );
  expect(await command()).toMatchObject({
    message: `0 deliveries. The search ended at 2126-03-19T21:15:00.000Z, and more: continue with --after ${last}`,
    data: [],
  });
  expect(await command(last)).toMatchObject({ message: "1 delivery", data: [{ id: failed.id }] });
});
