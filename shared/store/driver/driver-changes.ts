import { Driver } from "../../domain/driver/driver.ts";
import { type BankAccount, MAX_BANK_ACCOUNTS } from "../../domain/driver/driver-accounts.ts";
import { bankAccountAdded, driverUpdated } from "../../domain/event/driver-events.ts";
import type { Owner } from "../../domain/owner.ts";
import { emitWrite } from "../event/events.ts";
import { keys } from "../keys/keys.ts";
import { transactOnce } from "../table/idempotency.ts";
import { Contention, tableName, transact, type Write } from "../table/table.ts";
import { placeholders, setting } from "../table/updates.ts";
import { isTaken, lookupWrites } from "./driver-lookups.ts";
import { driverEventData } from "./drivers.ts";

/** The fields that a decision depends on. Simultaneous changes of other fields do not disturb each other. */
const GUARDED = ["email", "external_id", "metadata", "bank_accounts", "default_bank_account_id"] as const;

/** A change of the named fields, undefined where one is removed, and the answer once they are written. */
type DriverChange<Answer> = { fields: Partial<Driver>; answer: Answer };

/** `gone`: the driver no longer exists. `taken`: another driver has the external id. */
export type Moved<Answer> = { answer: Answer } | { refused: "gone" | "taken" };

const ATTEMPTS = 6;

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
  for (let before = driver, attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { fields, answer } = decide(before);
    const event = { ...driverEventData(before), changed: Object.keys(fields) };
    const conflict = await transact([
      ...changeWrites(owner, before, fields),
      emitWrite(owner, driverUpdated, event, now),
    ]);
    if (!conflict) return { answer };
    if (isTaken(conflict, driver.id)) return { refused: "taken" };
    const [found] = conflict.found;
    if (!found) return { refused: "gone" };
    before = Driver.parse(found);
  }
  throw new Contention("Others kept changing the driver");
}

/** The change of a driver with its lookups. */
const changeWrites = (owner: Owner, before: Driver, fields: Partial<Driver>): Write[] => [
  changeWrite(owner, before, fields),
  ...lookupWrites(owner, before, { ...before, ...fields }),
];

function changeWrite(owner: Owner, before: Driver, fields: Partial<Driver>): Write {
  const update = setting(fields);
  const guards = GUARDED.filter((name) => name in fields);
  const { conditions, names, values } = guarded(before, guards);
  return {
    Update: {
      TableName: tableName,
      Key: keys.driver(owner, before.id),
      ...update,
      ConditionExpression: conditions,
      ...placeholders(
        { ...update.ExpressionAttributeNames, ...names },
        { ...update.ExpressionAttributeValues, ...values },
      ),
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    },
  };
}

/** The condition that the driver exists and that fields are unchanged. */
export function guarded(before: Driver, guards: readonly (typeof GUARDED)[number][] = GUARDED) {
  const was = guards.filter((name) => before[name] !== undefined);
  return {
    conditions: ["attribute_exists(pk)", ...guards.map((name) => unchanged(name, before))].join(" AND "),
    names: Object.fromEntries(guards.map((name) => [`#${name}`, name])),
    values: {
      ...Object.fromEntries(was.map((name) => [`:was_${name}`, before[name]])),
      ...(was.includes("metadata") && { ":map": "M" }),
    },
  };
}

/** Older items have metadata as a map, which no text equals. */
function unchanged(name: (typeof GUARDED)[number], before: Driver): string {
  if (before[name] === undefined) return `attribute_not_exists(#${name})`;
  const same = `#${name} = :was_${name}`;
  return name === "metadata" ? `(${same} OR attribute_type(#${name}, :map))` : same;
}

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
      {
        Update: {
          TableName: tableName,
          Key: keys.driver(owner, driverId),
          UpdateExpression: "SET bank_accounts = list_append(bank_accounts, :account)",
          ConditionExpression: "attribute_exists(pk) AND size(bank_accounts) < :most",
          ExpressionAttributeValues: { ":account": [account], ":most": MAX_BANK_ACCOUNTS },
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        },
      },
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
