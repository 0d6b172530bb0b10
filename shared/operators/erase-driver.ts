import type { eraseAccountDriverCommand } from "../contract/operators/object-commands.ts";
import type { Owner } from "../domain/item/owner.ts";
import { deleteDriver, findDeletedTotals, type TaxRemains } from "../store/driver/deleted-drivers.ts";
import type { DriverItems } from "../store/driver/driver-items.ts";
import { findDriver } from "../store/driver/drivers.ts";
import { inOneMode, ownersNamed } from "./account-named.ts";
import { unknownDriverOf } from "./drivers.ts";
import { erasedLine, keptBackups, keptLine, type ReceiptLine } from "./erasure-lines.ts";
import { CommandProblem, type Run, type RunAnswer } from "./serve/command-run.ts";

type RemainsOf = (owner: Owner, items: DriverItems, now: Date) => Promise<TaxRemains>;

/** Deletes a driver as the account can. `remainsOf`: what stays for tax forms, unknown to this room. */
export const eraseDriverRun =
  (remainsOf: RemainsOf): Run<typeof eraseAccountDriverCommand> =>
  async ({ driver_id, account }, { now }) => {
    const owners = await ownersNamed(account, now);
    const place = await inOneMode(owners, (each) => findDriver(each, driver_id));
    if (!place) return erasedBefore(owners, driver_id);
    const { owner, item: driver } = place;
    const { pending, completed } = driver.totals;
    if (pending > 0) throw hasPending(driver_id);
    const accounts = driver.bank_accounts.length;
    return {
      objects: [owner.account_id],
      will: `${driver_id} (${owner.mode}, completed payouts: ${completed}, bank accounts: ${accounts}) would be erased, and its account gets the event driver.updated`,
      act: async () => {
        const outcome = await deleteDriver(owner, driver_id, (items) => remainsOf(owner, items, now), now);
        if (outcome === "pending") throw hasPending(driver_id);
        if (outcome === "gone") return erasedBefore([owner], driver_id);
        const data = [...erasedOf(driver_id), ...(await keptOf(owner, driver_id))];
        return { ok: true, message: `Receipt of ${now.toISOString()} for ${driver_id}`, data };
      },
    };
  };

const hasPending = (id: string) =>
  new CommandProblem(
    `${id} has a pending payout: wait until it settles, or let the account cancel it. Nothing was erased`,
  );

/** A repeated command prints again what is kept. */
async function erasedBefore(owners: readonly Owner[], id: string): Promise<RunAnswer> {
  const place = await inOneMode(owners, (owner) => findDeletedTotals(owner, id));
  if (!place) throw unknownDriverOf(id);
  const data = await keptOf(place.owner, id);
  return { ok: true, message: `${id} was erased before`, data, objects: [place.owner.account_id] };
}

const erasedOf = (id: string): ReceiptLine[] => [
  erasedLine(`driver ${id}: email, name, phone, address, SSN digits, external id, metadata, bank accounts`),
  erasedLine(
    "mileage, expenses, earnings, connections and consents",
    "asked for; a timer does it within minutes",
  ),
];

async function keptOf(owner: Owner, id: string): Promise<ReceiptLine[]> {
  const record = await findDeletedTotals(owner, id);
  const until = new Date(Number(record?.ttl) * 1_000);
  return [
    ...(record?.identity === undefined
      ? []
      : [
          keptLine(
            "1099-NEC forms, and the sealed name, address and SSN digits",
            `tax law requires them until ${until.toISOString().slice(0, 10)}; then they expire`,
          ),
        ]),
    keptLine(
      "payouts and the replies to them, under the driver's id, with a bank account's last four digits",
      "they are the account's books, and name no person",
    ),
    keptLine(
      "a name and an account number in files of a bank, and sealed for two years in their lists",
      "a live payout's entry is kept for seven years, as the bank's rules require",
    ),
    keptLine(
      "stored replies to other requests about the driver",
      "they are not returned, and expire after 30 days",
    ),
    keptLine("events and deliveries, under the driver's id", "they name no person, and expire after 30 days"),
    keptLine("audit record with the driver's id", "it proves this erasure"),
    keptBackups,
  ];
}
