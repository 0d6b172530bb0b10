import { Driver } from "../../domain/driver/driver.ts";
import { type BankAccount, MAX_BANK_ACCOUNTS } from "../../domain/driver/driver-accounts.ts";
import { bankAccountAdded, driverUpdated } from "../../domain/event/driver-events.ts";
import { ONLY } from "../../domain/event/event.ts";
import { differences } from "../../domain/item/patch.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { emitWrite } from "../event/events.ts";
import { keys } from "../keys/keys.ts";
import { prenoteWrite } from "../rail/prenotes.ts";
import { untilWritten } from "../table/decided.ts";
import { appended, below, type Condition, exists, size } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { transact, type Write } from "../table/table.ts";
import { change } from "../table/writes.ts";
import { isTaken, lookupWrites } from "./driver-lookups.ts";
import { driverEventData } from "./drivers.ts";

/** `answer`: with the driver as it is after the change. */
type DriverChange<Answer> = { fields: Partial<Driver>; answer: (after: Driver) => Answer };

/** `gone`: the driver no longer exists. `taken`: another driver has the external id. */
export type Moved<Answer> = { answer: Answer } | { refused: "gone" | "taken" };

export async function moveDriver<Answer>(
  owner: Owner,
  driver: Driver,
  decide: (current: Driver) => DriverChange<Answer>,
): Promise<Moved<Answer>> {
  let before = driver;
  return untilWritten<Moved<Answer>>(async () => {
    const decided = decide(before);
    const fields = differences(before, decided.fields);
    const isSame = Object.keys(fields).length === 0;
    const after = { ...before, ...fields, events: before.events + (isSame ? 0 : 1) };
    const answer = decided.answer(after);
    if (isSame) return { answer: { answer } };
    const event = { ...driverEventData(after), changed: Object.keys(fields) };
    const conflict = await transact({
      driver: change(keys.driver(owner, before.id), {
        set: { ...fields, events: after.events },
        when: isUnchanged(before),
        found: true,
      }),
      lookups: lookupWrites(owner, before, after),
      event: emitWrite(owner, driverUpdated, event),
    });
    if (!conflict) return { answer: { answer } };
    const { found } = conflict;
    if (isTaken(found.lookups, driver.id)) return { answer: { refused: "taken" } };
    if (!found.driver) return { answer: { refused: "gone" } };
    before = Driver.parse(found.driver);
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
  const { id, status, prenote_at: due_at } = account;
  const { account_id } = owner;
  const conflict = await transactOnce(
    {
      driver: change(keys.driver(owner, driverId), {
        set: { bank_accounts: appended(account) },
        when: { ...exists, bank_accounts: size(below(MAX_BANK_ACCOUNTS)) },
        found: true,
      }),
      prenote: due_at && prenoteWrite({ account_id, driver_id: driverId, bank_account_id: id, due_at }),
      event: emitWrite(owner, bankAccountAdded, {
        id,
        object: "bank_account",
        driver_id: driverId,
        status,
        sequence: ONLY,
      }),
    },
    memory,
  );
  if (!conflict) return "added";
  return conflict.found.driver ? "full" : "gone";
}
