import type { Driver } from "../domain/driver/driver.ts";
import type { BankAccount } from "../domain/driver/driver-accounts.ts";
import type { Owner } from "../domain/item/owner.ts";
import { addressOf, ownerKey } from "../domain/item/owner.ts";
import type { Payout } from "../domain/payout/payout.ts";
import {
  type BankEntry,
  type BankFile,
  type BankTerms,
  entryIdOf,
  nextFile,
  roomIn,
} from "../domain/rail/bank-file.ts";
import { findAccountProfile } from "../store/account/account-profiles.ts";
import { latinName } from "../http/guard/latin-name.ts";
import { findPayerName } from "../store/account/accounts.ts";
import { findDriversToPay } from "../store/driver/drivers.ts";
import { findPayouts } from "../store/payout/payouts.ts";
import {
  JOINED_AT_ONCE,
  type Join,
  listBankFiles,
  listWaiting,
  moveBankFile,
  moveToUnpayable,
  putEntries,
} from "../store/rail/bank-files.ts";
import { deletePrenote, listPrenotes } from "../store/rail/prenotes.ts";
import { Contention } from "../store/table/table.ts";

type Run = { terms: BankTerms; now: Date; isTimeLeft: () => boolean };

/** Lost to other runs so often. The next run continues. */
const ATTEMPTS = 6;

/**
 * Puts each payout and prenote that waits and is due into a file, and seals the files. Killed anywhere, the
 * next run continues with the same file. Two runs at once never put one payout into two files, and the file
 * has one list. @returns how many it put.
 */
export async function collectForBank(run: Run): Promise<number> {
  const collecting = new Collecting(run);
  for await (const places of listWaiting(run.now))
    for (let at = 0; at < places.length; at += JOINED_AT_ONCE) {
      if (!run.isTimeLeft()) return collecting.put;
      const addresses = places
        .slice(at, at + JOINED_AT_ONCE)
        .map((place) => addressOf(place, place.payout_id));
      await collecting.join(() => payoutsAt(addresses, run.now));
    }
  const prenotes = await listPrenotes(run.now);
  for (let at = 0; at < prenotes.length; at += JOINED_AT_ONCE) {
    if (!run.isTimeLeft()) return collecting.put;
    const some = prenotes.slice(at, at + JOINED_AT_ONCE);
    await collecting.join(() => prenotesOf(some, run.now));
  }
  await collecting.seal();
  return collecting.put;
}

class Collecting {
  readonly #run: Run;
  put = 0;

  constructor(run: Run) {
    this.#run = run;
  }

  /** `find` reads anew what still waits, after each attempt that another run disturbed. */
  async join(find: () => Promise<Join[]>): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const joins = await find();
      if (joins.length === 0) return;
      const file = await this.#open();
      if (!file) return;
      const some = joins.slice(0, roomIn(file));
      if (some.length > 0 && !(await putEntries(file, some, this.#run.now))) continue;
      this.put += some.length;
      if (some.length === joins.length) return;
      await this.seal();
      attempt = 0;
    }
    throw new Contention("Other runs kept changing the file");
  }

  /** The file that collects, or the next one. */
  async #open(): Promise<BankFile | undefined> {
    const [newest] = await listBankFiles(1);
    if (newest?.state === "collecting") return newest;
    return nextFile(newest, this.#run.terms, this.#run.now);
  }

  async seal(): Promise<void> {
    const [newest] = await listBankFiles(1);
    if (newest?.state === "collecting")
      await moveBankFile(newest.number, ["collecting"], "sealed", { sealed_at: this.#run.now.toISOString() });
  }
}

async function payoutsAt(addresses: readonly string[], now: Date): Promise<Join[]> {
  const indexed = await findPayouts(addresses);
  const waiting = indexed.filter(({ payout }) => payout.status === "pending" && payout.waits_for_file);
  const joins: Join[] = [];
  for (const each of await withDrivers(waiting, ({ payout }) => payout.driver_id, now)) {
    const account = each.driver?.bank_accounts.find(({ id }) => id === each.of.payout.bank_account_id);
    const entry = account && (await entryOf(each, account, each.of.payout));
    if (entry) joins.push({ entry, payout: each.of });
    else await moveToUnpayable(each.of, each.of.payout, now);
  }
  return joins;
}

async function prenotesOf(some: Awaited<ReturnType<typeof listPrenotes>>, now: Date): Promise<Join[]> {
  const joins: Join[] = [];
  const still = new Set((await listPrenotes(now)).map(({ bank_account_id }) => bank_account_id));
  const waiting = some.filter(({ bank_account_id }) => still.has(bank_account_id));
  const owned = waiting.map((prenote) => ({ ...prenote, mode: "live" as const }));
  for (const each of await withDrivers(owned, ({ driver_id }) => driver_id, now)) {
    const account = each.driver?.bank_accounts.find(({ id }) => id === each.of.bank_account_id);
    const entry = account && (await entryOf(each, account));
    if (entry) joins.push({ entry });
    else await deletePrenote(each.of.bank_account_id);
  }
  return joins;
}

type Found<Of> = { of: Of; driver: Driver | undefined; company_name: string };

async function withDrivers<Of extends Owner>(
  some: readonly Of[],
  driverOf: (of: Of) => string,
  now: Date,
): Promise<Found<Of>[]> {
  const drivers = await findDriversToPay(some.map((of) => ({ owner: of, id: driverOf(of) })));
  const names = new Map<string, string>();
  for (const of of some) if (!names.has(ownerKey(of))) names.set(ownerKey(of), await companyNameOf(of, now));
  return some.map((of) => ({
    of,
    driver: drivers.get(addressOf(of, driverOf(of))),
    company_name: names.get(ownerKey(of)) ?? "",
  }));
}

async function companyNameOf(owner: Owner, now: Date): Promise<string> {
  const { legal_name } = await findAccountProfile(owner);
  return latinName(legal_name ?? (await findPayerName(owner.account_id, now)));
}

/** Undefined: the stage had no rail when the account was added. */
async function entryOf(
  { of, driver, company_name }: Found<Owner>,
  { id, routing_number, sealed_number, account_type }: BankAccount,
  payout?: Payout,
): Promise<BankEntry | undefined> {
  if (!driver || routing_number === undefined || sealed_number === undefined) return undefined;
  return {
    id: entryIdOf(payout?.id ?? id),
    kind: payout ? "payout" : "prenote",
    account_id: of.account_id,
    driver_id: driver.id,
    bank_account_id: id,
    company_name,
    ...(payout && { payout_id: payout.id }),
    name: (await latinName(`${driver.first_name} ${driver.last_name}`)).slice(0, 22),
    routing_number,
    sealed_number,
    account_type,
    amount: payout?.net_amount ?? 0,
  };
}
