import { Driver } from "../../domain/driver/driver.ts";
import { type BankAccount, MAX_BANK_ACCOUNTS } from "../../domain/driver/driver-accounts.ts";
import { bankAccountAdded, driverUpdated } from "../../domain/event/driver-events.ts";
import type { Owner } from "../../domain/owner.ts";
import { emitWrite } from "../event/events.ts";
import { keys } from "../keys/keys.ts";
import { untilWritten } from "../table/decided.ts";
import { appended, below, type Condition, exists, size } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { transact, type Write } from "../table/table.ts";
import { change } from "../table/writes.ts";
import { isTaken, lookupWrites } from "./driver-lookups.ts";
import { driverEventData } from "./drivers.ts";

/** The fields that a decision depends on. Simultaneous changes of other fields do not disturb each other. */
const GUARDED = ["email", "external_id", "metadata", "bank_accounts", "default_bank_account_id"] as const;

/** A change of the named fields, undefined where one is removed, and the answer once they are written. */
type DriverChange<Answer> = { fields: Partial<Driver>; answer: Answer };

/** `gone`: the driver no longer exists. `taken`: another driver has the external id. */
export type Moved<Answer> = { answer: Answer } | { refused: "gone" | "taken" };

/**
 * Writes the decision on a driver, and nothing but the fields that it names. If another writer was faster,
 * `decide` runs again on the driver as it is now.
 */
export async function moveDriver<Answer>(
  owner: Owner,
  driver: Driver,
  decide: (current: Driver) => DriverChange<Answer>,
  now: Date,
): Promise<Moved<Answer>> {
  let before = driver;
  return untilWritten<Moved<Answer>>(async () => {
    const { fields, answer } = decide(before);
    const event = { ...driverEventData(before), changed: Object.keys(fields) };
    const conflict = await transact([
      ...changeWrites(owner, before, fields),
      emitWrite(owner, driverUpdated, event, now),
    ]);
    if (!conflict) return { answer: { answer } };
    if (isTaken(conflict, driver.id)) return { answer: { refused: "taken" } };
    const [found] = conflict.found;
    if (!found) return { answer: { refused: "gone" } };
    before = Driver.parse(found);
    return undefined;
  });
}

/** The change of a driver with its lookups. */
const changeWrites = (owner: Owner, before: Driver, fields: Partial<Driver>): Write[] => [
  changeWrite(owner, before, fields),
  ...lookupWrites(owner, before, { ...before, ...fields }),
];

const changeWrite = (owner: Owner, before: Driver, fields: Partial<Driver>): Write =>
  change(keys.driver(owner, before.id), {
    set: fields,
    when: fieldsAre(
      before,
      GUARDED.filter((name) => name in fields),
    ),
    found: true,
  });

/** The condition that the driver exists and that fields are unchanged. */
export const fieldsAre = (before: Driver, guards: readonly (typeof GUARDED)[number][]): Condition => ({
  ...exists,
  ...Object.fromEntries(guards.map((name) => [name, before[name]])),
});

/** Adds a bank account. `full`: the driver has the maximum. */
export async function putBankAccount(
  owner: Owner,
  driverId: string,
  account: BankAccount,
  memory: Write | undefined,
): Promise<"added" | "full" | "gone"> {
  const { id, status } = account;
  const conflict = await transactOnce(
    [
      change(keys.driver(owner, driverId), {
        set: { bank_accounts: appended(account) },
        when: { ...exists, bank_accounts: size(below(MAX_BANK_ACCOUNTS)) },
        found: true,
      }),
      emitWrite(
        owner,
        bankAccountAdded,
        { id, object: "bank_account", driver_id: driverId, status },
        new Date(account.created_at),
      ),
    ],
    memory,
  );
  if (!conflict) return "added";
  return conflict.found[0] ? "full" : "gone";
}
