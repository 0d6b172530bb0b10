import { expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { monthOf, plusDays } from "../../shared/domain/day.ts";
import { quarterlyDueDays } from "../../shared/domain/tax/tax-dates.ts";
import { taxPeriods } from "../../shared/domain/tax/tax-periods.ts";
import { taxRules } from "../../shared/domain/tax/years/tax-rules.ts";
import { startCloud } from "../support/cloud/cloud.ts";
import { earned } from "../support/partner/driver-figures.ts";
import { newPartner } from "../support/partner/platform.ts";

/** The instant of a quarter's walk, 14 days before its due date. */
const walkAt = (due: string) => Date.parse(`${plusDays(due, -14)}T06:00:00Z`);

/** The quarter whose walk comes next. */
const next = [-1, 0, 1]
  .map((years) => new Date().getUTCFullYear() + years)
  .flatMap((year) => quarterlyDueDays(year).map((quarter) => ({ year, ...quarter })))
  .find(({ due }) => walkAt(due) > Date.now());
if (!next) throw new Error("No quarter is due");
const { year, q, due } = next;

const cloud = await startCloud();
const partner = await newPartner(cloud);

// Without the year's figures, no walk can start. An alarm asks the operator for them.
(taxRules(year) ? test : test.skip)(
  "14 days before a due date, each driver whose summary shows a payment gets the event",
  async () => {
    const month = monthOf(`${year}-${taxPeriods[q].from}`);
    const drivers = {
      owes: await partner.driver(),
      lost: await partner.driver(),
      "earned nothing": await partner.driver(),
    };
    await earned(partner, drivers.owes.id, { pay: 3_000_000, month });
    await earned(partner, drivers.lost.id, { pay: 50_000, month });
    const phone = { category: "phone_data", amount: 60_000, business_share: 100 };
    await partner.create(`/v1/tax/${drivers.lost.id}/expenses`, {
      ...phone,
      date: `${year}-${taxPeriods[q].from}`,
    });
    await cloud.advanceTo(walkAt(due));
    const { data: events } = await partner.read("/v1/events?type=tax.quarterly.due");
    const notified = new Set(events.map(({ data }: Json) => data.driver_id));
    for (const [what, { id }] of Object.entries(drivers)) {
      const summary = await partner.read(`/v1/tax/${id}/summary?year=${year}`);
      const { amount } = summary.quarterly_estimates.find((quarter: Json) => quarter.q === q);
      expect([what, notified.has(id)]).toEqual([what, amount > 0]);
    }
    expect(notified).toEqual(new Set([drivers.owes.id]));
    expect(events).toHaveLength(1);
  },
);
