import { BankEntry, BankFile, type BankFileState, BankLineLeft } from "../../domain/rail/bank-file.ts";
import { paidAt } from "../../domain/rail/bank-days.ts";
import type { Owner } from "../../domain/item/owner.ts";
import type { Payout } from "../../domain/payout/payout.ts";
import { bankEntriesOf, dueShards, keys, payoutAt, prefixOf } from "../keys/keys.ts";
import { payoutDueAt } from "../payout/payouts.ts";
import { absent, atMost, exists, oneOf } from "../table/expressions.ts";
import { findAs, findItem, itemsAt, itemsOf, query } from "../table/reads.ts";
import { type Item, transact, ttlAt, write } from "../table/table.ts";
import { change, put, putNew, remove } from "../table/writes.ts";

const FILES = `${prefixOf("bank_file")}all`;
/** Returns come within days, and a corrected one within weeks. */
const TWO_YEARS = 2 * 366 * 86_400;

/** The newest first. */
export async function listBankFiles(limit: number): Promise<BankFile[]> {
  const { Items = [] } = await query({
    key: { pk: FILES },
    ConsistentRead: true,
    ScanIndexForward: false,
    Limit: limit,
  });
  return Items.map((item) => BankFile.parse(item));
}

export const findBankFile = (number: number): Promise<BankFile | undefined> =>
  findAs(keys.bankFile(number), BankFile);

/** The files of these numbers. */
export async function findBankFiles(numbers: readonly number[]): Promise<Map<number, BankFile>> {
  const items = await itemsAt([...new Set(numbers)].map(keys.bankFile));
  return new Map(items.map((item) => BankFile.parse(item)).map((file) => [file.number, file]));
}

export async function listBankEntries(number: number): Promise<BankEntry[]> {
  return (await itemsOf({ pk: bankEntriesOf(number) })).map((item) => BankEntry.parse(item));
}

export const findBankEntry = (number: number, id: string): Promise<BankEntry | undefined> =>
  findAs(keys.bankEntry(number, id), BankEntry);

/** The places of payouts that wait for a file and are due, in pages. An index may be a second behind. */
export async function* listWaiting(now: Date): AsyncGenerator<(Owner & { payout_id: string })[]> {
  for (const shard of dueShards.file) {
    let from: Item | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await query({
        key: { by_due: shard, due_at: atMost(now.toISOString()) },
        IndexName: "by_due",
        Limit: 500,
        ExclusiveStartKey: from,
      });
      if (Items.length > 0) yield Items.map(({ pk, sk }) => payoutAt({ pk: String(pk), sk: String(sk) }));
      from = LastEvaluatedKey;
    } while (from);
  }
}

/** A file, in which an entry of `payout` has a place. An entry without one is a prenote. */
export type Join = { entry: BankEntry; payout?: Owner & { payout: Payout } };

/** A transaction has a hundred writes. */
export const JOINED_AT_ONCE = 49;

/**
 * Puts entries into a file that still collects, or that they open. Each payout and prenote leaves its place
 * in the same transaction, so it is in one file. False: another run was faster at one of them or at the file.
 */
export async function putEntries(file: BankFile, joins: readonly Join[], now: Date): Promise<boolean> {
  const entries = joins.length;
  const total = joins.reduce((sum, { entry }) => sum + entry.amount, 0);
  const isNew = file.entries === 0;
  const paid_at = paidAt(file.effective_day).toISOString();
  const conflict = await transact([
    isNew
      ? putNew({ ...keys.bankFile(file.number), ...file, entries, total })
      : change(keys.bankFile(file.number), {
          add: { entries, total },
          when: { state: "collecting", entries: file.entries },
        }),
    ...joins.flatMap(({ entry, payout }) => [
      putNew({ ...keys.bankEntry(file.number, entry.id), ...entry, ttl: ttlAt(now, TWO_YEARS) }),
      payout
        ? change(keys.payment(payout, payout.payout.id), {
            set: {
              waits_for_file: absent,
              bank_file: file.number,
              submitted_at: now.toISOString(),
              expected_at: paid_at,
              ...payoutDueAt({ id: payout.payout.id }, paid_at),
            },
            when: { status: "pending", waits_for_file: true },
          })
        : remove(keys.bankEntry("waiting", entry.bank_account_id), { when: exists }),
    ]),
  ]);
  return conflict === undefined;
}

/** A payout whose bank account is gone: its rail fails it at once. */
export const moveToUnpayable = (owner: Owner, { id }: Payout, now: Date) =>
  write(
    change(keys.payment(owner, id), {
      set: { waits_for_file: absent, failure_code: "no_account", ...payoutDueAt({ id }, now.toISOString()) },
      when: { status: "pending", waits_for_file: true },
    }),
  );

/** Whether this call moved it. */
export const moveBankFile = async (
  number: number,
  from: readonly BankFileState[],
  state: BankFileState,
  set: Partial<BankFile> = {},
): Promise<boolean> =>
  (await write(change(keys.bankFile(number), { set: { ...set, state }, when: { state: oneOf(from) } }))) ===
  undefined;

/** False: it is not pending or completed any more, or has another return, or was in another file. */
export async function moveToReturned(
  owner: Owner,
  { id, bank_file }: Payout,
  return_code: string,
  now: Date,
): Promise<boolean> {
  const conflict = await write(
    change(keys.payment(owner, id), {
      set: { return_code, ...payoutDueAt({ id }, now.toISOString()) },
      when: { status: oneOf(["pending", "completed"]), bank_file, return_code: absent },
    }),
  );
  return conflict === undefined;
}

/** A payout of a rejected file waits for the next one again. */
export const moveToWaiting = async (
  owner: Owner,
  id: string,
  file: number,
  due_at: string,
): Promise<boolean> =>
  (await write(
    change(keys.payment(owner, id), {
      set: {
        waits_for_file: true,
        bank_file: absent,
        submitted_at: absent,
        ...payoutDueAt({ id, waits_for_file: true }, due_at),
      },
      when: { status: "pending", bank_file: file, return_code: absent },
    }),
  )) === undefined;

/** Whether it is new. */
export const putBankLine = async (line: BankLineLeft): Promise<boolean> =>
  (await write(putNew({ ...keys.bankLine(line.hash), ...line, ttl: ttlAt(line.at, TWO_YEARS) }))) ===
  undefined;

export const listBankLines = async (): Promise<BankLineLeft[]> =>
  (await itemsOf({ pk: keys.bankLine("").pk })).map((item) => BankLineLeft.parse(item));

/** The key that seals account numbers. Only the files' writer writes it, and opens what it seals. */
export async function findBankKey(): Promise<string | undefined> {
  const item = await findItem(keys.bankKey());
  return item && String(item.public_key);
}

export const putBankKey = (public_key: string) => write(put({ ...keys.bankKey(), public_key }));
