import { Driver } from "../../domain/driver/driver.ts";
import { type BankAccount, MAX_BANK_ACCOUNTS } from "../../domain/driver/driver-accounts.ts";
import { bankAccountAdded, driverUpdated } from "../../domain/event/driver-events.ts";
import { ONLY } from "../../domain/event/event.ts";
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

type DriverChange<Answer> = { fields: Partial<Driver>; answer: Answer };

/** `gone`: the driver no longer exists. `taken`: another driver has the external id. */
export type Moved<Answer> = { answer: Answer } | { refused: "gone" | "taken" };

export async function moveDriver<Answer>(
  owner: Owner,
  driver: Driver,
  decide: (current: Driver) => DriverChange<Answer>,
  now: Date,
): Promise<Moved<Answer>> {
  let before = driver;
  return untilWritten<Moved<Answer>>(async () => {
    const { fields, answer } = decide(before);
    const after = { ...before, ...fields, events: before.events + 1 };
    const event = { ...driverEventData(after), changed: Object.keys(fields) };
    const conflict = await transact([
      change(keys.driver(owner, before.id), {
        set: { ...fields, events: after.events },
        when: isUnchanged(before),
        found: true,
      }),
      ...lookupWrites(owner, before, after),
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

/** Nothing but a new bank account, which has an event of its own, has changed the driver. */
export const isUnchanged = ({ events, bank_accounts, savings }: Driver): Condition => ({
  events,
  bank_accounts,
  "savings.agreement_id": savings?.agreement_id,
});

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
        { id, object: "bank_account", driver_id: driverId, status, sequence: ONLY },
        new Date(account.created_at),
      ),
    ],
    memory,
  );
  if (!conflict) return "added";
  return conflict.found[0] ? "full" : "gone";
}
