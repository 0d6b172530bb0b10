import type { Driver } from "../../domain/driver/driver.ts";
import { pairsOf } from "../../domain/metadata/metadata.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { sameEmail } from "../../domain/text/text.ts";
import { type Key, keys } from "../keys/keys.ts";
import type { Item, Write } from "../table/table.ts";
import { put, putNew, remove } from "../table/writes.ts";

type Found = Pick<Driver, "id" | "email" | "external_id" | "metadata">;

/** Field and value as one text that no other pair has. A name with a line break is quoted: JSON has none. */
export const lookupText = {
  email: (email: string) => `email\n${sameEmail(email)}`,
  metadata: ([name, value]: [string, string]) =>
    `metadata\n${name.includes("\n") ? JSON.stringify([name, value]) : `${name}\n${value}`}`,
};

const lookupsOf = (owner: Owner, { id, email, metadata }: Found): Key[] =>
  [lookupText.email(email), ...pairsOf(metadata).map(lookupText.metadata)].map((text) =>
    keys.driverLookup(owner, text, id),
  );

const externalKeys = (owner: Owner, { external_id }: Found): Key[] =>
  external_id === undefined ? [] : [keys.externalId(owner, external_id)];

export function lookupWrites(owner: Owner, before: Found | undefined, after: Found | undefined): Write[] {
  const [was, is] = [before, after].map((driver) => (driver ? lookupsOf(owner, driver) : []));
  const [had, has] = [before, after].map((driver) => (driver ? externalKeys(owner, driver) : []));
  const gone = [...without(was, is), ...without(had, has)];
  return [
    ...gone.map((key) => remove(key)),
    ...without(is, was).map((key) => put(key)),
    ...without(has, had).map((key) => putNew({ ...key, driver_id: after?.id })),
  ];
}

const without = (some: Key[] = [], others: Key[] = []): Key[] =>
  some.filter(({ pk }) => !others.some((other) => other.pk === pk));

/** Whether the item of an external id that the write of lookups found belongs to another driver. */
export const isTaken = (lookup: Item | undefined, id: string): boolean =>
  lookup !== undefined && lookup.driver_id !== id;
