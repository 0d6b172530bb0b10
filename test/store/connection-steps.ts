import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { newProof } from "../../shared/crypto/proof.ts";
import { createDriver } from "../../shared/domain/driver/driver.ts";
import { openPeriod } from "../../shared/domain/earnings/connection.ts";
import { newConsent } from "../../shared/domain/earnings/consent.ts";
import { type DailyEarnings, earnedIn } from "../../shared/domain/earnings/earnings.ts";
import { sandboxEarnings } from "../../shared/domain/earnings/sandbox-earnings.ts";
import { receiptOf } from "../support/receipts.ts";
import { store } from "./store.ts";

// A century ahead: engines delete expired items by their own clock.
export const START = new Date("2126-11-21T09:30:00.000Z");
const EVER = { from: "2126-01-01", to: "2129-12-31" };
export const owner = { account_id: "acct_test", mode: "test" as const };

export async function newDriver(): Promise<string> {
  const driver = createDriver({ email: "ana@example.com", first_name: "Ana", last_name: "Ng" }, START);
  await store.putDriver(owner, driver, undefined);
  return driver.id;
}

export async function ask(driverId: string, platform: string, now = START) {
  const state = newProof();
  const consent = newConsent(owner, driverId, { platform, redirect_url: "https://example.com" }, now);
  await store.putConsent(consent, state, undefined);
  return { state, consent };
}

type Asked = Awaited<ReturnType<typeof ask>>;

export const allow = ({ state, consent }: Asked, now = START, rows?: DailyEarnings[]) => {
  const period = openPeriod(undefined, now);
  const read = { period, rows: rows ?? sandboxEarnings(consent.driver_id, consent.platform, period) };
  const receipt = receiptOf("allow_gig_connection", consent.driver_id, now, { livemode: false });
  return store.putConnection(consent, state, read, now, receipt);
};

export const connect = async (driverId: string, platform: string, now = START, rows?: DailyEarnings[]) =>
  allow(await ask(driverId, platform, now), now, rows);

export const disconnect = (driverId: string, platform: string) =>
  store.deleteConnection(owner, driverId, platform, START);

export async function withdraw({ state }: Asked, now = START): Promise<boolean> {
  const consent = await store.findConsent(state, now);
  if (!consent) throw new Error("There is no such consent");
  const receipt = receiptOf("withdraw_gig_connection", consent.driver_id, now, { prev: consent.receipt });
  return store.putWithdrawal(consent, state, receipt, now);
}

export async function standing(driverId: string) {
  const driver = await store.findDriver(owner, driverId);
  const connected = (await store.listConnections(owner, driverId)).filter(
    ({ status }) => status === "connected",
  );
  return {
    platforms: [...(driver?.platforms_connected ?? [])].sort(),
    connections: connected.map(({ platform }) => platform).sort(),
    lifetime: driver?.totals.lifetime_earnings,
    kept: earnedIn(await store.findEarnings(owner, driverId, EVER), EVER).gross,
  };
}

export async function eventsOf(driverId: string) {
  const { Items = [] } = await store.table.send(
    new QueryCommand({
      TableName: store.tableName,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": store.partitionOf("event", owner) },
    }),
  );
  return Items.map((item) => store.parseEvent(item)).filter(
    ({ type, data }) => type.startsWith("earnings.") && data.driver_id === driverId,
  );
}
