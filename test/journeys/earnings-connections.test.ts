import { expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { earningsPartner, lastYear } from "../support/partner/earnings.ts";

const cloud = await sharedCloud();

const errorBody = (code: string, param: string) => ({ error: expect.objectContaining({ code, param }) });

test("the list has the newest connection first, and disconnecting keeps the earnings", async () => {
  const partner = await earningsPartner(cloud);
  const driver = await partner.newDriver();
  for (const platform of ["uber", "doordash"]) await partner.connect(driver, platform);
  const path = `/earnings/${driver}/connections`;
  const list = (await partner.call(path)).json;
  expect(list).toMatchObject({ object: "list", has_more: false, total_count: 2 });
  expect(list.data.map(({ platform }: Json) => platform)).toEqual(["doordash", "uber"]);

  const before = (await partner.earnings(driver, await lastYear(cloud))).json;
  const ended = await partner.call(`${path}/uber`, { method: "DELETE" });
  expect([ended.status, ended.json]).toEqual([
    200,
    { object: "platform_connection", driver_id: driver, platform: "uber", deleted: true },
  ]);
  const again = await partner.call(`${path}/uber`, { method: "DELETE" });
  expect([again.status, again.json]).toEqual([404, errorBody("resource_missing", "platform")]);
  expect((await partner.call(path)).json.data.map(({ platform }: Json) => platform)).toEqual(["doordash"]);
  expect((await partner.call(`/drivers/${driver}`)).json.platforms_connected).toEqual(["doordash"]);
  expect((await partner.earnings(driver, await lastYear(cloud))).json).toEqual(before);

  await partner.connect(driver, "uber");
  expect((await partner.earnings(driver, await lastYear(cloud))).json).toEqual(before);
  expect((await partner.call(path)).json.data.map(({ platform }: Json) => platform)).toEqual([
    "uber",
    "doordash",
  ]);
});
