import { expect, test } from "@jest/globals";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { hashOfKey } from "../../shared/crypto/key-hash.ts";
import { MAX_KEYS, newAccount } from "../../shared/domain/account/account.ts";
import { newApiKey, newKeyRecord } from "../../shared/domain/account/api-key.ts";
import { logExpense } from "../../shared/domain/tax/expense-request.ts";
import { logMileage } from "../../shared/domain/tax/mileage.ts";
import { connect, newDriver, START, store } from "../store/connection-steps.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";

type Handler = (
  event: APIGatewayProxyEventV2,
  context: never,
) => Promise<{ statusCode: number; body: string }>;

const owner = { account_id: "acct_test", mode: "test" } as const;
const text = newApiKey("test");

const handlers: Record<string, Handler> = {};
const account = { ...newAccount({}, START), account_id: owner.account_id };
const key = newKeyRecord(account, "test", ["drivers:read", "earnings:read", "tax:read"], START);
await store.putKey(account, key, hashOfKey(text), MAX_KEYS);
Object.assign(handlers, {
  driver: (await import("../../functions/platform/drivers/get-driver.ts")).handler,
  "bank accounts": (await import("../../functions/platform/drivers/list-bank-accounts.ts")).handler,
  earnings: (await import("../../functions/platform/earnings/get-earnings.ts")).handler,
  connections: (await import("../../functions/platform/earnings/list-connections.ts")).handler,
  mileage: (await import("../../functions/platform/tax/list-mileage.ts")).handler,
  expenses: (await import("../../functions/platform/tax/list-expenses.ts")).handler,
  "tax summary": (await import("../../functions/platform/tax/get-tax-summary.ts")).handler,
});

/** The status of each read of a driver's data. */
async function statuses(id: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [name, handler] of Object.entries(handlers)) {
    const event = gatewayEvent("GET", {
      headers: { authorization: `Bearer ${text}` },
      params: ["driver", "bank accounts"].includes(name) ? { id } : { driver_id: id },
      query: { earnings: "period=2126-11-01..2126-11-21", "tax summary": "year=2026" }[name] ?? "",
    });
    found[name] = (await handler(event, {} as never)).statusCode;
  }
  return found;
}

const all = (status: number) => Object.fromEntries(Object.keys(handlers).map((name) => [name, status]));

test("every read of a deleted driver is a 404 before the timer has erased the driver's data", async () => {
  const id = await newDriver();
  await connect(id, "uber");
  const { putEntry } = await import("../../shared/store/tax/tax-log.ts");
  const { expenseLog, mileageLog } = await import("../../shared/store/tax/tax-logs.ts");
  const trip = logMileage({ miles: 1, date: "2026-03-01", purpose: "delivery" }, START);
  const expense = { category: "supplies", amount: 500, business_share: 50, date: "2026-03-01" } as const;
  await putEntry(mileageLog, owner, id, trip, undefined);
  await putEntry(expenseLog, owner, id, logExpense(expense, START), undefined);
  expect(await statuses(id)).toEqual(all(200));

  const { deleteDriver } = await import("../../shared/store/driver/deleted-drivers.ts");
  const remains = async () => ({ identity: "", documents: [] });
  expect(await deleteDriver(owner, id, remains, START)).toBe("deleted");
  expect(await store.listConnections(owner, id)).toHaveLength(1);
  expect(await statuses(id)).toEqual(all(404));
});
