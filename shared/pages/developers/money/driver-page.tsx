import type { ComponentChildren } from "preact";
import { hasRole } from "../../../domain/account/member.ts";
import { brand } from "../../../domain/brand.ts";
import { exactUsd, grouped } from "../../../domain/cents.ts";
import { plusDays } from "../../../domain/day.ts";
import type { Driver, DriverTotals } from "../../../domain/driver/driver.ts";
import { defaultAccount } from "../../../domain/driver/driver-accounts.ts";
import type { Connection } from "../../../domain/earnings/connection.ts";
import type { Period } from "../../../domain/earnings/period.ts";
import { publicMetadata } from "../../../domain/metadata.ts";
import { type Payout, PayoutStatus } from "../../../domain/payout/payout.ts";
import { addressLines } from "../../../domain/stored-address.ts";
import type { TaxDocument } from "../../../domain/tax/tax-document.ts";
import type { Result } from "../../../http/serve/responses.ts";
import { SelectField, TextField } from "../../layout/form-fields.tsx";
import { Plot } from "../plot.tsx";
import { IssuedState } from "../account/forms-page.tsx";
import { Dialog, dashboardPage, Empty, Facts, Part, Strip } from "../frame.tsx";
import type { Shown } from "../shown.tsx";
import { Ago, dateInWords, Id, nameInWords, shortUsd, StateBadge, When } from "../list/cells.tsx";
import { Table } from "../list/table.tsx";
import { SPEEDS } from "../playground-forms.tsx";
import { fullNameOf, Readiness } from "./drivers-page.tsx";
import { MetadataFacts } from "./metadata.tsx";
import { Amount, StateWithReason } from "./payouts-page.tsx";

type DriverProps = {
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
  platforms: Readonly<Record<string, string>>;
};

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
            <Payouts shown={shown} payouts={payouts} />
          </Part>
          <Earnings {...props} />
          <Part id="forms" title="Tax forms">
            <Forms forms={forms} needsSsn={driver.ssn_last4 === undefined} />
          </Part>
        </div>
        <aside aria-label="Driver details">
          <Profile driver={driver} />
          <Accounts driver={driver} />
          <Platforms {...props} />
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
          <SelectField name="method" label="Speed" options={SPEEDS} />
        </Dialog>
      ),
    },
  );
};

const PAYOUT_COLUMNS = [
  ["Amount", "amt p2"],
  ["Status", "p3"],
  ["Method", "w p1"],
  ["Fee", "r"],
  ["Payout", ""],
  ["Created", "r p4"],
] as const;

const Payouts = ({ shown, payouts }: Pick<DriverProps, "payouts"> & { shown: Shown }) =>
  payouts.length === 0 ? (
    <p class="soft">No payout yet.</p>
  ) : (
    <Table
      caption="The driver's newest payouts"
      columns={PAYOUT_COLUMNS}
      rows={payouts.map((payout) => [
        <Amount payout={payout} />,
        <StateWithReason payout={payout} />,
        <a href={`/developers/payouts/${shown.mode}/${payout.id}`}>{nameInWords(payout.method)}</a>,
        exactUsd(payout.fee),
        <Id id={payout.id} />,
        <Ago at={payout.created_at} />,
      ])}
    />
  );

const EARNING_DAYS = 30;

const Earnings = ({ earnings, period }: DriverProps) => {
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
            .map(([platform, { earnings: sum }]) => `${platform} ${exactUsd(sum)}`)
            .join(" · ")}
        />
      )}
    </Part>
  );
};

const FORM_COLUMNS = [
  ["Form", "w p1"],
  ["Status", "p3"],
  ["Box 1", "amt p2"],
  ["ID", ""],
  ["Issued", "r p4"],
] as const;

type FormsProps = Pick<DriverProps, "forms"> & { needsSsn: boolean };

const Forms = ({ forms, needsSsn }: FormsProps) =>
  forms.length === 0 ? (
    <Empty title={needsSsn ? "Needs an SSN before a 1099 can be issued" : "No form yet"}>
      <p>A form is issued in the January after a year with payouts that must be reported.</p>
    </Empty>
  ) : (
    <Table
      caption="The driver's tax forms"
      columns={FORM_COLUMNS}
      rows={forms.map((form) => [
        `1099-NEC for ${form.year}`,
        <IssuedState form={form} />,
        exactUsd(form.gross_amount),
        <Id id={form.id} />,
        <Ago at={form.generated_at} />,
      ])}
    />
  );

const Call = ({ path, children }: { path: string; children: ComponentChildren }) => (
  <a href={`${brand.docsPath}/v1-${path}`}>{children}</a>
);

/** A page shows who it is, not what to steal. */
const masked = (phone: string | undefined) => phone && `••• ••• ${phone.slice(-4)}`;

const Profile = ({ driver }: { driver: Driver }) => {
  const { address, external_id } = driver;
  const lines = address && addressLines(address);
  return (
    <Part id="profile" title="Profile">
      <Facts
        of={{
          "Your ID": external_id && <bdi>{external_id}</bdi>,
          Phone: masked(driver.phone),
          SSN:
            driver.ssn_last4 === undefined ? (
              <>
                missing. <Call path="drivers/update-driver">Add it with the API</Call>
              </>
            ) : (
              "on file"
            ),
          Address: lines && <bdi>{`${lines.street}, ${lines.city}`}</bdi>,
        }}
      />
      <MetadataFacts of={publicMetadata(driver.metadata)} />
    </Part>
  );
};

const Accounts = ({ driver }: { driver: Driver }) => (
  <Part id="accounts" title="Bank accounts">
    {driver.bank_accounts.length === 0 && (
      <p class="soft">
        None. A live payout needs one. <Call path="drivers/add-bank-account">Add one with the API</Call>
      </p>
    )}
    <dl class="facts">
      {driver.bank_accounts.toReversed().map((account) => (
        <>
          <dt>{account.account_type}</dt>
          <dd>
            <bdi>{account.bank_name}</bdi> ••{account.last4}
            {account.id === defaultAccount(driver)?.id && " (default)"}
          </dd>
        </>
      ))}
    </dl>
  </Part>
);

const Platforms = ({ connections, platforms }: DriverProps) => (
  <Part id="platforms" title="Gig platforms">
    {connections.length === 0 && (
      <p class="soft">
        None connected. <Call path="earnings/connect-platform">Connect one with the API</Call>
      </p>
    )}
    <dl class="facts">
      {connections.map(({ platform, status, connected_at, synced_to }) => (
        <>
          <dt>{platforms[platform] ?? platform}</dt>
          <dd>
            {status === "connected" ? (
              <>
                <StateBadge kind="ok">Connected</StateBadge>{" "}
                <span class="fine">read through {synced_to}</span>
              </>
            ) : (
              <>
                <StateBadge kind="off">Disconnected</StateBadge>{" "}
                <span class="fine">since connecting on </span>
                <When at={connected_at} />
              </>
            )}
          </dd>
        </>
      ))}
    </dl>
  </Part>
);
