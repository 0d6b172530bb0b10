import { isDeepStrictEqual } from "node:util";
import { DriverTotals } from "../../../domain/driver/driver.ts";
import { isLive, type Owner } from "../../../domain/item/owner.ts";
import { type Difference, differingSums, sumsOfDriver } from "../../../domain/ledger/audit.ts";
import { Payout } from "../../../domain/payout/payout.ts";
import { findDeletedTotals } from "../../driver/deleted-drivers.ts";
import { listDriversAfter } from "../../driver/drivers.ts";
import { paymentIndex } from "../../keys/indexes.ts";
import { keys, partitionOf } from "../../keys/keys.ts";
import { faultsOfSavers } from "../../savings/audit.ts";
import { oldest } from "../../table/pages.ts";
import { findAs, itemsAt } from "../../table/reads.ts";
import type { Item } from "../../table/table.ts";
import { withEntries } from "./audit-payouts.ts";
import { ATTEMPTS, type AuditedPage, type AuditPlace, placeAfter, pageAfter } from "./audit-place.ts";

/** Each driver takes five calls, one after another. */
const DRIVERS = 20;

export async function auditDrivers(owner: Owner, place: AuditPlace): Promise<AuditedPage> {
  const items =
    place.part === "drivers"
      ? (await listDriversAfter(owner, place.after, DRIVERS)).map(([profile]) => profile)
      : await pageAfter({ partition: partitionOf("deleted_driver", owner) }, place.after, DRIVERS);
  const next = placeAfter(place, items, DRIVERS);
  const page: AuditedPage = { differences: [], busy: [], checked: items.length, next };
  for (const { sk } of items) {
    const differences = await auditDriver(owner, String(sk), place.part === "deleted");
    if (differences === "busy") page.busy.push(String(sk));
    else page.differences.push(...differences);
  }
  return page;
}

/** The index may be a second behind, so a difference is looked at again. */
async function auditDriver(owner: Owner, id: string, isDeleted: boolean): Promise<Difference[] | "busy"> {
  const totalsOf = () =>
    isDeleted ? findDeletedTotals(owner, id) : findAs(keys.driverTotals(owner, id), DriverTotals);
  for (let i = 1; ; i++) {
    const before = await totalsOf();
    const index = { partition: paymentIndex(owner, id), index: "by_driver" };
    const items = await oldest(index, Number.POSITIVE_INFINITY);
    const payouts = await withEntries(owner, await payoutsNamed(owner, items));
    const ofSavers = await faultsOfSavers(
      owner,
      payouts.map(({ payout }) => payout),
    );
    const after = await totalsOf();
    if (!before || !after) return [];
    const isStill = isDeepStrictEqual(before, after);
    const differences: Difference[] | "busy" = isStill
      ? [...differingSums(id, namesOf(owner, before), before, sumsOfDriver(payouts)), ...ofSavers]
      : "busy";
    if (differences.length === 0 || i === ATTEMPTS) return differences;
    await new Promise((resolve) => setTimeout(resolve, 150 * 2 ** i));
  }
}

/** As the table has them: the index may show an older state. */
async function payoutsNamed(owner: Owner, items: readonly Item[]): Promise<Payout[]> {
  const storedPayouts = await itemsAt(items.map(({ sk }) => keys.payment(owner, String(sk))));
  return storedPayouts.map((item) => Payout.parse(item));
}

/** A test helper replaces the sums of a sandbox's year. A deleted driver who was never paid has none. */
function namesOf(owner: Owner, totals: DriverTotals): string[] {
  const { lifetime_earnings: _, ...sums } = DriverTotals.parse({});
  const years = Object.keys(totals).flatMap((name) => /^paid_(\d{4})$/.exec(name)?.[1] ?? []);
  const ofYears = years.flatMap((year) => [`paid_${year}`, `tips_${year}`]);
  return [...Object.keys(sums), ...(isLive(owner) ? ofYears : [])];
}
