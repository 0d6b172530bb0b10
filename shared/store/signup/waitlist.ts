import { WaitlistEntry } from "../../domain/signup/waitlist.ts";
import { hashOfEmail, keys } from "../keys/keys.ts";
import { listRowsAfter } from "../table/hash-directory.ts";
import { findAs } from "../table/reads.ts";
import { transact, type Write } from "../table/table.ts";
import { put, putNew, remove } from "../table/writes.ts";

/** Puts the entry, and its row in the directory. The first entry of an address stays. */
export async function putWaitlistEntry(entry: WaitlistEntry): Promise<void> {
  const hash = hashOfEmail(entry.email);
  await transact([putNew({ ...keys.waitlist(hash), ...entry }), put(keys.waitlistDirectory(hash))]);
}

export const findWaitlistEntry = (email: string): Promise<WaitlistEntry | undefined> =>
  findEntry(hashOfEmail(email));

const findEntry = (emailHash: string): Promise<WaitlistEntry | undefined> =>
  findAs(keys.waitlist(emailHash), WaitlistEntry);

export async function listWaitlist(after: string | undefined, limit: number) {
  const { rows, last } = await listRowsAfter(keys.waitlistDirectory, after, limit);
  const entries = await Promise.all(rows.map(findEntry));
  return { entries: entries.filter((entry) => entry !== undefined), last };
}

export async function deleteWaitlistEntry(email: string): Promise<void> {
  await transact(waitlistDeleteWrites(email));
}

export const waitlistDeleteWrites = (email: string): Write[] => [
  remove(keys.waitlist(hashOfEmail(email))),
  remove(keys.waitlistDirectory(hashOfEmail(email))),
];
