import { isDeepStrictEqual } from "node:util";
import { expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { plusDays } from "../../shared/domain/day.ts";
import { startCloud } from "../support/cloud/cloud.ts";
import { earningsPartner, lastYear } from "../support/partner/earnings.ts";

const cloud = await startCloud();
const partner = await earningsPartner(cloud);

const today = async () => new Date(await cloud.now()).toISOString().slice(0, 10);
const sync = (driver: string) =>
  partner.call(`/earnings/${driver}/connections/doordash/sync`, { method: "POST" });
const daysOf = async (driver: string): Promise<Json[]> =>
  (await partner.earnings(driver, await lastYear(cloud))).json.daily_breakdown;
const synced = async (driver: string): Promise<Json[]> =>
  (await partner.call(`/events?type=earnings.synced&driver_id=${driver}&limit=100`)).json.data;

test("each day is added by itself, with an event, and earlier days keep their figures", async () => {
  const driver = await partner.newDriver();
  await partner.connect(driver);
  const first = await daysOf(driver);
  await cloud.advance("14d");
  // Which days a driver works on depends on the id. None rests for two weeks.
  await eventually(async () => (await daysOf(driver)).length > first.length);
  const changedDays = async () => (await synced(driver)).flatMap(({ data }) => data.changed_days).sort();
  const datesOf = (days: Json[]) => days.map(({ date }) => date);
  await eventually(async () => isDeepStrictEqual(await changedDays(), datesOf(await daysOf(driver))));
  const later = await daysOf(driver);
  expect(later.slice(0, first.length)).toEqual(first);
  const total = later.reduce((sum, { earnings }) => sum + earnings, 0);
  await eventually(async () => (await partner.call(`/drivers/${driver}`)).json.lifetime_earnings === total);
});

test("a sync on request reads the open days, and emits an event only with news", async () => {
  const driver = await partner.newDriver();
  await partner.connect(driver);
  const [to, before] = [await today(), await synced(driver)];
  const { status, json } = await sync(driver);
  expect([status, json]).toEqual([
    200,
    {
      object: "earnings_sync",
      driver_id: driver,
      platform: "doordash",
      from: plusDays(to, -6),
      to,
      changed_days: [],
      livemode: false,
    },
  ]);
  expect(await synced(driver)).toEqual(before);
});

test("a gig platform that is not connected gets a 404, and so does an unknown driver", async () => {
  const driver = await partner.newDriver();
  const errorOf = ({ status, json }: { status: number; json: Json }) => [status, json.error.param];
  expect(errorOf(await sync(driver))).toEqual([404, "platform"]);
  await partner.connect(driver);
  await partner.call(`/earnings/${driver}/connections/doordash`, { method: "DELETE" });
  expect(errorOf(await sync(driver))).toEqual([404, "platform"]);
  expect(errorOf(await sync(`drv_${"0".repeat(26)}`))).toEqual([404, "driver_id"]);
});
