import { describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { livePartner } from "../support/partner/driver-figures.ts";
import { errorOf, newPartner } from "../support/partner/platform.ts";

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
    wrong: [
      [{ miles: 0 }, "parameter_invalid", "miles"],
      [{ deductible: "yes" }, "parameter_invalid", "deductible"],
      [{ purpose: "commute", deductible: true }, "parameter_invalid", "deductible"],
    ],
  },
  {
    name: "expenses",
    body: { category: "supplies", amount: 2_501, business_share: 50, date },
    deducts: 1_251,
    correction: { amount: 4_000, description: "Bags" },
    corrected: 2_000,
    wrong: [
      [{ amount: 0 }, "parameter_invalid", "amount"],
      [{ business_share: 101 }, "parameter_invalid", "business_share"],
      [{ category: "meals" }, "parameter_invalid", "category"],
    ],
  },
] as const;

const patch = (path: string, json: object, by = partner) => by.call(path, { method: "PATCH", json });
const remove = (path: string, by = partner) => by.call(path, { method: "DELETE" });

const deductionsOf = async (driver: string, year = 2026): Promise<Json> =>
  (await partner.read(`/v1/tax/${driver}/summary?year=${year}`)).deductions;

describe.each(logs)("the log of $name", ({ name, body, deducts, correction, corrected, wrong }) => {
  const pathOf = (driver: string) => `/v1/tax/${driver}/${name}`;
  const sumOf = (deductions: Json): number =>
    name === "mileage" ? deductions.mileage.amount : deductions.supplies;

  test("an entry can be logged, listed, corrected and deleted, and the summary follows", async () => {
    const { id: driver } = await partner.driver();
    const entry = await partner.create(pathOf(driver), body);
    expect(entry).toMatchObject({ ...body, driver_id: driver, deduction_amount: deducts, livemode: false });
    expect(await partner.read(pathOf(driver))).toEqual({
      object: "list",
      data: [entry],
      has_more: false,
      total_count: 1,
    });
    expect(sumOf(await deductionsOf(driver))).toBe(deducts);

    const { status, json } = await patch(`${pathOf(driver)}/${entry.id}`, correction);
    expect([status, json]).toEqual([200, { ...entry, ...correction, deduction_amount: corrected }]);
    expect((await partner.read(pathOf(driver))).data).toEqual([json]);
    expect(sumOf(await deductionsOf(driver))).toBe(corrected);

    const deleted = await remove(`${pathOf(driver)}/${entry.id}`);
    expect([deleted.status, deleted.json]).toEqual([
      200,
      { id: entry.id, object: entry.object, deleted: true },
    ]);
    expect((await partner.read(pathOf(driver))).data).toEqual([]);
    expect(sumOf(await deductionsOf(driver))).toBe(0);
    for (const gone of [
      await remove(`${pathOf(driver)}/${entry.id}`),
      await patch(`${pathOf(driver)}/${entry.id}`, correction),
    ])
      expect(errorOf(gone)).toEqual([404, "resource_missing", "entry_id"]);
  });

  test("a corrected date moves the deduction to its year", async () => {
    const { id: driver } = await partner.driver();
    const entry = await partner.create(pathOf(driver), body);
    expect((await patch(`${pathOf(driver)}/${entry.id}`, { date: "2025-07-01" })).status).toBe(200);
    expect(sumOf(await deductionsOf(driver))).toBe(0);
    expect(sumOf(await deductionsOf(driver, 2025))).toBe(name === "mileage" ? 700 : deducts);
  });

  test("a list has result pages, the last logged first", async () => {
    const { id: driver } = await partner.driver();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift((await partner.create(pathOf(driver), body)).id);
    const first = await partner.read(`${pathOf(driver)}?limit=3`);
    expect([first.has_more, first.total_count]).toEqual([true, 5]);
    const second = await partner.read(`${pathOf(driver)}?limit=3&starting_after=${ids[2]}`);
    expect([second.has_more, second.total_count]).toEqual([false, 5]);
    expect([...first.data, ...second.data].map(({ id }: Json) => id)).toEqual(ids);
  });

  test("an invalid list or correction gets a 400 that names the parameter", async () => {
    const { id: driver } = await partner.driver();
    const entry = await partner.create(pathOf(driver), body);
    const at = `${pathOf(driver)}/${entry.id}`;
    for (const [change, code, param] of wrong)
      expect(errorOf(await patch(at, change))).toEqual([400, code, param]);
    expect(errorOf(await patch(at, { date: "2999-01-01" }))).toEqual([400, "parameter_invalid", "date"]);
    expect(errorOf(await patch(at, { driver_id: driver }))).toEqual([400, "parameter_unknown", "driver_id"]);
    expect(errorOf(await patch(at, {}))).toEqual([400, "parameter_invalid", null]);
    for (const [query, param] of [
      ["limit=0", "limit"],
      ["starting_after=drv_1", "starting_after"],
    ])
      expect(errorOf(await partner.get(`${pathOf(driver)}?${query}`))).toEqual([
        400,
        "parameter_invalid",
        param,
      ]);
    expect((await partner.read(pathOf(driver))).data).toEqual([entry]);
  });

  test("another driver, account or mode gets 404, and a key without the scope 403", async () => {
    const { id: driver } = await partner.driver();
    const entry = await partner.create(pathOf(driver), body);
    const at = `${pathOf(driver)}/${entry.id}`;
    const live = await livePartner(cloud);
    const sameAccountLive = await newPartner(cloud, { live: true, account: partner.accountId });
    const strangers = [live, sameAccountLive, await newPartner(cloud)];
    for (const stranger of strangers) {
      expect((await stranger.get(pathOf(driver))).status).toBeGreaterThanOrEqual(400);
      expect((await patch(at, correction, stranger)).status).toBeGreaterThanOrEqual(400);
      expect((await remove(at, stranger)).status).toBeGreaterThanOrEqual(400);
    }
    expect(errorOf(await live.get(pathOf(driver)))).toEqual([404, "resource_missing", "driver_id"]);
    expect(errorOf(await remove(at, live))).toEqual([404, "resource_missing", "entry_id"]);
    const { id: other } = await partner.driver();
    expect(errorOf(await remove(`${pathOf(other)}/${entry.id}`))).toEqual([
      404,
      "resource_missing",
      "entry_id",
    ]);

    const reader = await newPartner(cloud, { account: partner.accountId, scopes: "tax:read" });
    expect((await reader.get(pathOf(driver))).status).toBe(200);
    for (const refused of [
      await reader.post(pathOf(driver), body),
      await patch(at, correction, reader),
      await remove(at, reader),
    ])
      expect(errorOf(refused)).toEqual([403, "scope_missing", null]);
    expect((await partner.read(pathOf(driver))).data).toEqual([entry]);
  });
});

test("20 concurrent requests with one idempotency key log one expense", async () => {
  const busy = await livePartner(cloud);
  const { id: driver } = await busy.driver();
  const body = { category: "phone_data", amount: 6_500, business_share: 80, date };
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      busy.post(`/v1/tax/${driver}/expenses`, body, { "idempotency-key": "phone-1" }),
    ),
  );
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  const summary = await busy.read(`/v1/tax/${driver}/summary?year=2026`);
  expect(summary.deductions).toMatchObject({ phone_data: 5_200, total: 5_200 });
}, 60_000);

test("an invalid expense gets a 400 that names the parameter", async () => {
  const { id: driver } = await partner.driver();
  const body = { category: "phone_data", amount: 6_500, business_share: 80, date };
  for (const [change, code, param] of [
    [{ amount: 0 }, "parameter_invalid", "amount"],
    [{ amount: 10_000_001 }, "parameter_invalid", "amount"],
    [{ business_share: 0 }, "parameter_invalid", "business_share"],
    [{ business_share: undefined }, "parameter_missing", "business_share"],
    [{ category: "meals" }, "parameter_invalid", "category"],
    [{ date: "2999-01-01" }, "parameter_invalid", "date"],
    [{ date: "2024-12-31" }, "parameter_invalid", "date"],
    [{ vendor: "x" }, "parameter_unknown", "vendor"],
  ] as const) {
    const reply = await partner.post(`/v1/tax/${driver}/expenses`, { ...body, ...change });
    expect(errorOf(reply)).toEqual([400, code, param]);
  }
  const missing = await partner.post(`/v1/tax/drv_${"0".repeat(26)}/expenses`, body);
  expect(errorOf(missing)).toEqual([404, "resource_missing", "driver_id"]);
});
