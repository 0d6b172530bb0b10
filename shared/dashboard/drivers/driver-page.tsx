import { hasRole } from "../../domain/account/member.ts";
import { exactUsd, grouped } from "../../domain/money/cents.ts";
import { PayoutStatus } from "../../domain/payout/payout.ts";
import type { Result } from "../../http/serve/responses.ts";
import { SelectField, TextField } from "../../pages/layout/form-fields.tsx";
import { Dialog, dashboardPage, Part, Strip } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { Ago } from "../list/cells.tsx";
import { SPEEDS } from "../playground/playground-forms.tsx";
import { fullNameOf, Readiness } from "./drivers-page.tsx";
import { DriverEarnings, DriverForms, DriverPayouts, type DriverProps } from "./driver-money.tsx";
import { DriverAccounts, DriverPlatforms, DriverProfile } from "./driver-details.tsx";

export const driverPage = (shown: Shown, props: DriverProps): Result => {
  const { driver, earnings, payouts, forms } = props;
  const list = `/developers/drivers/${shown.mode}`;
  const { totals } = driver;
  const count = PayoutStatus.options.reduce((sum, status) => sum + totals[status], 0);
  return dashboardPage(
    shown,
    fullNameOf(driver),
    <>
      <Strip
        of={{
          Paid: exactUsd(totals.lifetime_payouts),
          Payouts: grouped(count),
          Failed: grouped(totals.failed),
          "Earnings, 30 days": exactUsd(earnings.total_earnings),
        }}
      />
      <div class="cols">
        <div>
          <Part
            id="payouts"
            title="Payouts"
            aside={
              <a href={`/developers/payouts/${shown.mode}?driver=${driver.id}`}>See all {grouped(count)}</a>
            }
          >
            <DriverPayouts shown={shown} payouts={payouts} />
          </Part>
          <DriverEarnings {...props} />
          <Part id="forms" title="Tax forms">
            <DriverForms forms={forms} needsSsn={driver.ssn_last4 === undefined} />
          </Part>
        </div>
        <aside aria-label="Driver details">
          <DriverProfile driver={driver} />
          <DriverAccounts driver={driver} />
          <DriverPlatforms {...props} />
        </aside>
      </div>
    </>,
    {
      above: [list, "Drivers"],
      id: driver.id,
      badge: <Readiness driver={driver} />,
      lead: (
        <>
          <bdi>{driver.email}</bdi> · added <Ago at={driver.created_at} />
        </>
      ),
      actions: shown.mode === "test" && hasRole(shown.role, "developer") && (
        <Dialog {...{ action: `${list}/${driver.id}/pay`, label: "Pay driver" }} button="Pay now">
          <p>No money moves in the sandbox.</p>
          <TextField name="amount" label="Amount in USD" inputMode="decimal" value="125.00" required />
          <TextField name="tips" label="Of which tips" inputMode="decimal" value="0.00" />
          <SelectField name="method" label="Speed" options={SPEEDS} />
        </Dialog>
      ),
    },
  );
};
