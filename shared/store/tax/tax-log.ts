import type { Owner } from "../../domain/item/owner.ts";
import type { Addition } from "../../domain/tax/tax-log.ts";
import type { LoggedSums } from "../../domain/tax/tax-sums.ts";
import { LOG_CHANGES, sumAttribute } from "../driver/driver-years.ts";
import { totalsWrite } from "../driver/drivers.ts";
import type { Key } from "../keys/keys.ts";
import { type Decided, writeDecided } from "../table/decided.ts";
import { exists } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { countOf, type PageQuery, pageOf, type ResultPage } from "../table/pages.ts";
import { findAs } from "../table/reads.ts";
import type { Write } from "../table/table.ts";
import { put, putNew, remove } from "../table/writes.ts";

type Entry = { id: string; revision?: number | undefined };

/** A driver's log of a kind: where its entries are, and what each adds to the driver's sums. */
export type TaxLog<E extends Entry> = {
  key: (owner: Owner, driverId: string, id: string) => Key;
  parse: (item: unknown) => E;
  addition: (entry: E) => Addition;
};

/** Also to the sums of its period, so no summary reads the entries. Returns whether the driver exists. */
export async function putEntry<E extends Entry>(
  log: TaxLog<E>,
  owner: Owner,
  driverId: string,
  entry: E,
  memory: Write | undefined,
): Promise<boolean> {
  const conflict = await transactOnce(
    {
      entry: putNew({ ...log.key(owner, driverId, entry.id), ...entry }),
      sums: sumsWrite(owner, driverId, [[1, log.addition(entry)]]),
    },
    memory,
  );
  // An entry that exists is this one, from an attempt whose answer was lost: ids are unique.
  return conflict === undefined || conflict.found.entry !== undefined;
}

export const findEntry = <E extends Entry>(
  log: TaxLog<E>,
  owner: Owner,
  driverId: string,
  id: string,
): Promise<E | undefined> => findAs(log.key(owner, driverId, id), log);

export async function listEntries<E extends Entry>(
  log: TaxLog<E>,
  owner: Owner,
  driverId: string,
  query: PageQuery,
): Promise<ResultPage<E>> {
  const { data, has_more } = await pageOf({ partition: log.key(owner, driverId, "").pk }, query);
  return { data: data.map(log.parse), has_more };
}

/** The exact number of entries. Reads them all. */
export const countEntries = <E extends Entry>(
  log: TaxLog<E>,
  owner: Owner,
  driverId: string,
): Promise<number> => countOf({ partition: log.key(owner, driverId, "").pk });

export const moveEntry = <E extends Entry, Answer>(
  log: TaxLog<E>,
  owner: Owner,
  driverId: string,
  current: E,
  decide: (current: E) => Decided<E, Answer>,
): Promise<Answer | undefined> =>
  writeDecided(current, decide, {
    parse: log.parse,
    onlyIfChanged: true,
    writes: (before, after) => ({
      item: put(
        { ...log.key(owner, driverId, before.id), ...after, revision: (before.revision ?? 0) + 1 },
        unchangedSince(before),
      ),
      sums: sumsWrite(owner, driverId, [
        [-1, log.addition(before)],
        [1, log.addition(after)],
      ]),
    }),
  });

export async function deleteEntry<E extends Entry>(
  log: TaxLog<E>,
  owner: Owner,
  driverId: string,
  current: E,
): Promise<boolean> {
  const deleted = await writeDecided(current, (entry) => ({ after: entry, answer: true }), {
    parse: log.parse,
    writes: (before) => ({
      item: remove(log.key(owner, driverId, before.id), unchangedSince(before)),
      sums: sumsWrite(owner, driverId, [[-1, log.addition(before)]]),
    }),
  });
  return deleted === true;
}

const unchangedSince = ({ revision }: Entry) => ({
  when: revision === undefined ? { ...exists, revision } : { revision },
  found: true,
});

function sumsWrite(owner: Owner, driverId: string, additions: readonly [1 | -1, Addition][]): Write {
  // Miles of a commute are in no sum, and a correction may change none. An update must add something.
  const amounts: Record<string, number> = { tax_log_changes: 1 };
  const add = (name: string, amount: number) => {
    amounts[name] = (amounts[name] ?? 0) + amount;
  };
  for (const [sign, { date, amounts: added }] of additions) {
    for (const [name, amount] of Object.entries(added) as [keyof LoggedSums, number][])
      add(sumAttribute(name, date), sign * amount);
  }
  return totalsWrite(owner, driverId, { ...amounts, [LOG_CHANGES]: 1 });
}
