import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { sandboxEarnings } from "../../shared/domain/earnings/sandbox-earnings.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { DAY_MS, earningsPartner } from "../support/partner/earnings.ts";

const cloud = await sharedCloud();

describe("earnings of a driver", () => {
  let partner: Awaited<ReturnType<typeof earningsPartner>>;
  let driver: string;
  let today: string;
  let days: (Json & { platform: string })[];

  beforeAll(async () => {
    partner = await earningsPartner(cloud);
    driver = await partner.newDriver();
    for (const platform of ["doordash", "uber"]) await partner.connect(driver, platform);
    today = new Date(await cloud.now()).toISOString().slice(0, 10);
    const from = new Date(Date.parse(today) - 89 * DAY_MS).toISOString().slice(0, 10);
    days = ["doordash", "uber"].flatMap((platform) =>
      sandboxEarnings(driver, platform, { from, to: today }).map((day) => ({ ...day, platform })),
    );
  });

  const sumSince = (since: string, platform?: string) =>
    days
      .filter((day) => day.date >= since && (platform === undefined || day.platform === platform))
      .reduce((sum, { pay, tips }) => ({ pay: sum.pay + pay, tips: sum.tips + tips }), { pay: 0, tips: 0 });

  test("a date range, a gig platform and include_tips=false limit the sums", async () => {
    const from = new Date(Date.parse(today) - 60 * DAY_MS).toISOString().slice(0, 10);
    const { json } = await partner.earnings(
      driver,
      `?period=${from}..${today}&platform=uber&include_tips=false`,
    );
    const { pay } = sumSince(from, "uber");
    expect(json).toMatchObject({ total_earnings: pay, total_tips: 0, from, to: today });
    expect(Object.keys(json.platforms)).toEqual(["uber"]);
    expect(json.platforms.uber).toEqual({ earnings: pay, tips: 0, trips: expect.any(Number) });
    expect(json.daily_breakdown).toHaveLength(
      days.filter(({ platform, date }) => platform === "uber" && date >= from).length,
    );
  });
});
