import { exactUsd } from "../../domain/money/cents.ts";
import { plusDays } from "../../domain/time/day.ts";
import type { Driver, DriverTotals } from "../../domain/driver/driver.ts";
import type { Connection } from "../../domain/earnings/connection.ts";
import type { Period } from "../../domain/earnings/period.ts";
import type { Payout } from "../../domain/payout/payout.ts";
import type { Agreement } from "../../domain/savings/agreement.ts";
import type { Contribution } from "../../domain/savings/contribution.ts";
import type { TaxDocument } from "../../domain/tax/tax-document.ts";
import { Plot } from "../frame/plot.tsx";
import { issuedColumns, issuedRow } from "../account/forms-page.tsx";
import { Part } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { dateInWords, nameInWords, shortUsd } from "../list/cells.tsx";
import { Table } from "../list/table.tsx";
import { payoutColumns, payoutRow } from "../payouts/payouts-page.tsx";

export type DriverProps = {
  driver: Driver & { totals: DriverTotals };
  connections: readonly Connection[];
  period: Period;
  earnings: {
    total_earnings: number;
    platforms: Readonly<Record<string, { earnings: number }>>;
    daily_breakdown: readonly { date: string; earnings: number }[];
  };
  payouts: readonly Payout[];
  forms: readonly TaxDocument[];
  agreement: Agreement | undefined;
  contributions: readonly Contribution[];
  platforms: Readonly<Record<string, string>>;
};

export const DriverPayouts = ({ shown, payouts }: Pick<DriverProps, "payouts"> & { shown: Shown }) =>
  payouts.length === 0 ? (
    <p class="soft">No payout yet.</p>
  ) : (
    <Table
      caption="The driver's newest payouts"
      columns={payoutColumns("Method")}
      rows={payouts.map((payout) => payoutRow(shown, payout, nameInWords(payout.method)))}
    />
  );

const EARNING_DAYS = 30;

export const DriverEarnings = ({ earnings, period, platforms }: DriverProps) => {
  const sums = new Map(earnings.daily_breakdown.map(({ date, earnings: sum }) => [date, sum]));
  const days = Array.from({ length: EARNING_DAYS }, (_, i) => plusDays(period.to, 1 - EARNING_DAYS + i));
  return (
    <Part id="earnings" title="Earnings" aside="The last 30 days, by UTC day">
      {earnings.total_earnings === 0 ? (
        <p class="soft">No earnings in these days.</p>
      ) : (
        <Plot
          name="earned"
          title="Earnings by day"
          columns={days.map((day) => ({
            name: dateInWords(day),
            parts: { ok: sums.get(day) ?? 0 },
            say: `${dateInWords(day)}: ${exactUsd(sums.get(day) ?? 0)}`,
          }))}
          kinds={["ok"]}
          axis={shortUsd}
          figure={exactUsd(earnings.total_earnings)}
          of={Object.entries(earnings.platforms)
            .map(([platform, { earnings: sum }]) => `${platforms[platform] ?? platform} ${exactUsd(sum)}`)
            .join(" · ")}
        />
      )}
    </Part>
  );
};

type FormsProps = Pick<DriverProps, "forms"> & { needsSsn: boolean };

export const DriverForms = ({ forms, needsSsn }: FormsProps) =>
  forms.length === 0 ? (
    <p class="soft">
      {needsSsn && "A 1099 needs an SSN. "}Forms are issued in January, for a year's reported payouts.
    </p>
  ) : (
    <Table
      caption="The driver's tax forms"
      columns={issuedColumns("Form")}
      rows={forms.map((form) => issuedRow(form, `1099-NEC for ${form.year}`))}
    />
  );
