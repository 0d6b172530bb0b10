import { exactUsd, grouped } from "../../domain/money/cents.ts";
import { PayoutStatus } from "../../domain/payout/payout.ts";
import type { Result } from "../../http/serve/responses.ts";
import { driverFields, driverValues, payFields } from "../calls/driver-fields.ts";
import { BodyFields } from "../calls/fields.tsx";
import { Dialog, dashboardPage, Part, Strip } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { Ago } from "../list/cells.tsx";
import { fullNameOf, mayChangeDrivers, Readiness } from "./drivers-page.tsx";
import { DriverEarnings, DriverForms, DriverPayouts, type DriverProps } from "./driver-money.tsx";
import { DriverAccounts, DriverPlatforms, DriverProfile, DriverSavings } from "./driver-details.tsx";

const NOTICES: Record<string, string> = {
  saved: "The driver is saved.",
  "account-added": "The bank account is added. It gets the next payouts.",
  "account-default": "The next payouts go to this bank account.",
  "account-removed": "The bank account is removed.",
  disconnected: "The gig platform is disconnected. Its earnings stay.",
  "savings-ended": "The savings are ended.",
};

export const driverPage = (shown: Shown, props: DriverProps): Result => {
  const { driver, earnings, payouts, forms } = props;
  const list = `/developers/drivers/${shown.mode}`;
  const { totals } = driver;
  const at = `${list}/${driver.id}`;
  const base = shown.mode === "test" && mayChangeDrivers(shown) ? at : undefined;
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
              count > payouts.length && (
                <a href={`/developers/payouts/${shown.mode}?driver=${driver.id}`}>See all {grouped(count)}</a>
              )
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
          <DriverAccounts driver={driver} base={base} />
          <DriverPlatforms {...props} base={base} />
          <DriverSavings {...props} base={base} />
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
      notices: NOTICES,
      actions: mayChangeDrivers(shown) && (
        <>
          <Dialog action={`${at}/edit`} label="Edit" look="second" button="Save">
            <p>An empty phone or SSN keeps what we have.</p>
            <BodyFields of={driverFields} values={driverValues(driver)} />
          </Dialog>
          <Dialog
            action={`${at}/delete`}
            label="Delete"
            look="danger"
            kind="danger"
            button="Delete this driver"
          >
            <p>Payouts stay, and due tax forms are issued. All else is deleted. You can't undo this.</p>
          </Dialog>
          {shown.mode === "test" && (
            <Dialog action={`${at}/pay`} label="Pay driver" button="Pay now">
              <p>No money moves in the sandbox.</p>
              <BodyFields of={payFields} />
            </Dialog>
          )}
        </>
      ),
    },
  );
};
