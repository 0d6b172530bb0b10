import { describe, expect, test } from "@jest/globals";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { livePartner } from "../support/partner/driver-figures.ts";
import { newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud(FAST_CLOCK);
const partner = await newPartner(cloud);

const mileage = (driver: string) => `/v1/tax/${driver}/mileage`;
const summary = (driver: string, year: number | string = 2026) => `/v1/tax/${driver}/summary?year=${year}`;

describe("mileage log", () => {
  test.each([
    [1_000, "2026-06-30", "delivery", 72_500],
    [1_000, "2026-07-01", "delivery", 76_000],
    [1_000, "2025-12-31", "pickup", 70_000],
    [0.01, "2026-07-01", "school run", 1],
    [12.34, "2026-07-01", "commute", 0],
  ])("%p miles on %s for %s deduct %p cents", async (miles, date, purpose, cents) => {
    const driver = (await partner.driver()).id;
    const { status, json } = await partner.post(mileage(driver), { miles, date, purpose });
    expect(status).toBe(201);
    expect(json).toMatchObject({ driver_id: driver, miles, date, purpose, deduction_amount: cents });
    expect(json.id).toMatch(/^mil_[0-9a-z]{26}$/);
  });

  test("miles count in the tax year of their date", async () => {
    const driver = (await partner.driver()).id;
    for (const [miles, date, purpose] of [
      [1_000, "2026-06-30", "delivery"],
      [1_000, "2026-07-01", "delivery"],
      [500.25, "2026-07-02", "commute"],
      [10, "2025-07-01", "delivery"],
    ]) {
      expect((await partner.post(mileage(driver), { miles, date, purpose })).status).toBe(201);
    }
    const of2026 = (await partner.call(summary(driver))).json.deductions.mileage;
    expect(of2026).toEqual({ miles: 2_000, rate: 0.7425, amount: 148_500 });
    const of2025 = (await partner.call(summary(driver, 2025))).json.deductions.mileage;
    expect(of2025).toEqual({ miles: 10, rate: 0.7, amount: 700 });
  });

  test("a date in a year without rates gets an error that says so", async () => {
    const driver = (await partner.driver()).id;
    const { json } = await partner.post(mileage(driver), { miles: 5, date: "2024-12-31" });
    expect(json.error.message).toBe("`date` must be in a supported tax year.");
  });

  test("30 concurrent trips of one driver all count", async () => {
    const busy = await livePartner(cloud);
    const driver = (await busy.driver()).id;
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => busy.post(mileage(driver), { miles: 1.5, date: "2026-07-01" })),
    );
    const logged = replies.filter(({ status }) => status === 201).length;
    expect(logged).toBeGreaterThan(0);
    expect((await busy.call(summary(driver))).json.deductions.mileage).toMatchObject({
      miles: 1.5 * logged,
      amount: 114 * logged,
    });
  }, 120_000);
});
