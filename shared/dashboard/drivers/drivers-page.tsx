import { hasRole } from "../../domain/account/member.ts";
import { exactUsd } from "../../domain/money/cents.ts";
import type { Driver, DriverTotals } from "../../domain/driver/driver.ts";
import { defaultAccount } from "../../domain/driver/driver-accounts.ts";
import type { Result } from "../../http/serve/responses.ts";
import { driverFields } from "../calls/driver-fields.ts";
import { BodyFields } from "../calls/fields.tsx";
import { Dialog } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { Ago, Id, StateBadge, Short } from "../list/cells.tsx";
import { listPage } from "../list/list-page.tsx";
import type { ListPlace } from "../list/table.tsx";

type DriversProps = {
  drivers: readonly (Driver & { totals: DriverTotals })[];
  count: number;
  place: ListPlace;
};

export const driversPage = (shown: Shown, { drivers, count, place }: DriversProps): Result =>
  listPage(shown, "Drivers", {
    place,
    noun: "driver",
    count,
    caption: "Drivers, newest first",
    filters: [
      ["Email", "email"],
      ["Your ID", "text", "external_id"],
      ["Added", "days"],
    ],
    columns: COLUMNS,
    rows: drivers.map((driver) => [
      <a href={`/developers/drivers/${shown.mode}/${driver.id}`}>
        <bdi>{fullNameOf(driver)}</bdi>
      </a>,
      <Readiness driver={driver} />,
      accountOf(driver),
      <Platforms of={driver} />,
      exactUsd(driver.totals.lifetime_payouts),
      <Id id={driver.id} />,
      <Ago at={driver.created_at} />,
    ]),
    empty: <p>The drivers that you add here or with a {shown.mode} key are listed.</p>,
    notices: { deleted: "The driver is deleted." },
    actions: mayChangeDrivers(shown) && <AddDriver list={place.path} />,
  });

const AddDriver = ({ list }: { list: string }) => (
  <Dialog action={`${list}/create`} label="Add driver" button="Add">
    <BodyFields of={driverFields} />
  </Dialog>
);

/** In live mode an admin, who confirms. */
export const mayChangeDrivers = ({ mode, role, isVerified }: Shown): boolean =>
  hasRole(role, mode === "test" ? "developer" : "admin") && (mode === "test" || isVerified);

const COLUMNS = [
  ["Driver", "w p1"],
  ["Status", "p3"],
  ["Bank account", ""],
  ["Gig platforms", "x"],
  ["Paid", "amt p2 l"],
  ["ID", "x"],
  ["Added", "r p4"],
] as const;

export const fullNameOf = ({ first_name, last_name }: Pick<Driver, "first_name" | "last_name">): string =>
  `${first_name} ${last_name}`;

export const Readiness = ({ driver }: { driver: Driver }) => {
  if (driver.bank_accounts.length === 0) return <StateBadge kind="warn">No bank account</StateBadge>;
  if (driver.ssn_last4 === undefined) return <StateBadge kind="warn">SSN missing</StateBadge>;
  return <StateBadge kind="ok">Ready</StateBadge>;
};

function accountOf(driver: Driver): string {
  const account = defaultAccount(driver);
  return account ? `${account.bank_name.slice(0, 20)} ••${account.last4}` : "None";
}

/** The first ones by name. The others are a number. */
const NAMED = 2;

function Platforms({ of: { platforms_connected = new Set() } }: { of: Driver }) {
  const platforms = [...platforms_connected].sort();
  if (platforms.length === 0) return <>None</>;
  const more = platforms.length > NAMED ? `, ${platforms.length - NAMED} more` : "";
  return <Short of={platforms.join(", ")}>{platforms.slice(0, NAMED).join(", ") + more}</Short>;
}
