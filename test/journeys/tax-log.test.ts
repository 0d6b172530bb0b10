import { describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { getTaxSummaryOperation } from "../../shared/contract/platform/tax/get-tax-summary.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { earned, paid } from "../support/partner/driver-figures.ts";
import { errorOf, newPartner, untilAllowed } from "../support/partner/platform.ts";

const cloud = await sharedCloud(FAST_CLOCK);
const partner = await newPartner(cloud);

const date = "2026-07-01";
const logs = [
  {
    name: "mileage",
    body: { miles: 10, date },
    deducts: 760,
    correction: { miles: 20.5, end_location: null },
    corrected: 1_558,
  },
  {
    name: "expenses",
    body: { category: "supplies", amount: 2_501, business_share: 50, date },
    deducts: 1_251,
    correction: { amount: 4_000, description: "Bags" },
    corrected: 2_000,
  },
] as const;

const patch = (path: string, json: object, by = partner) => by.call(path, { method: "PATCH", json });
const remove = (path: string, by = partner) => by.call(path, { method: "DELETE" });

const deductionsOf = async (driver: string, year = 2026): Promise<Json> =>
  (await partner.read(`/v1/tax/${driver}/summary?year=${year}`)).deductions;

describe.each(logs)("the log of $name", ({ name, body, deducts, correction, corrected }) => {
  const pathOf = (driver: string) => `/v1/tax/${driver}/${name}`;
  const sumOf = (deductions: Json): number =>
    name === "mileage" ? deductions.mileage.amount : deductions.supplies;

  const totalOf = async (driver: string) => sumOf(await deductionsOf(driver));
  const created = async () => {
    const { id: driver } = await partner.driver();
    const entry = await partner.create(pathOf(driver), body);
    return { driver, entry, path: `${pathOf(driver)}/${entry.id}` };
  };
  const expectUnknown = async (path: string) => {
    for (const reply of [await remove(path), await patch(path, correction)])
      expect(errorOf(reply)).toEqual([404, "resource_missing", "entry_id"]);
  };

  test("an entry can be logged and listed at its driver alone, and the summary has it", async () => {
    const { driver, entry } = await created();
    expect(entry).toMatchObject({ ...body, driver_id: driver, deduction_amount: deducts, livemode: false });
    const list = { object: "list", data: [entry], has_more: false, total_count: 1 };
    expect(await partner.read(pathOf(driver))).toEqual(list);
    await expectUnknown(`${pathOf((await partner.driver()).id)}/${entry.id}`);
    expect(await totalOf(driver)).toBe(deducts);
  });

  test("an entry can be corrected and deleted, and the summary follows", async () => {
    const { driver, entry, path } = await created();
    const { status, json } = await patch(path, correction);
    expect([status, json]).toEqual([200, { ...entry, ...correction, deduction_amount: corrected }]);
    const state = async () => [(await partner.read(pathOf(driver))).data, await totalOf(driver)];
    expect(await state()).toEqual([[json], corrected]);
    const { json: deleted } = await remove(path);
    expect(deleted).toEqual({ id: entry.id, object: entry.object, deleted: true });
    expect(await state()).toEqual([[], 0]);
    await expectUnknown(path);
  });
});

test("a summary costs its record's budget for any number of logged trips", async () => {
  const slow = await sharedCloud();
  const payer = await newPartner(slow);
  const { id } = await payer.driver();
  await paid(payer, id, { paid_2026: 500_000 });
  for (let month = 1; month <= 10; month++)
    await earned(payer, id, { pay: 9_000, month: `2026-${String(month).padStart(2, "0")}` });
  const read = () => payer.get(`/v1/tax/${id}/summary?year=2026`);
  /** The cost of a request whose function has cached the key. */
  const cost = async () => {
    await read();
    payer.waits = false;
    const { status } = await untilAllowed(slow, read, slow.clearUsage);
    payer.waits = true;
    expect(status).toBe(200);
    const { calls = {}, writeUnits, readUnits } = (await slow.usage())["get-tax-summary"] ?? {};
    return { calls: Object.values(calls).reduce((sum, n) => sum + n, 0), writeUnits, readUnits };
  };
  expect(await cost()).toEqual(getTaxSummaryOperation.budget);
  for (let i = 0; i < 15; i++) await payer.create(`/v1/tax/${id}/mileage`, logs[0].body);
  expect(await cost()).toEqual(getTaxSummaryOperation.budget);
});
