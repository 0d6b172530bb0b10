import * as z from "zod/mini";
import { note } from "./text.ts";

export const MOST_PAIRS = 50;
/** A replaced pair is two writes of a transaction, which has at most 100. */
const MOST_CHANGED = 45;

const bounded = (most: number) =>
  z.string().check(
    z.maxLength(most),
    z.refine((value) => value.isWellFormed(), "valid Unicode text"),
  );

const Name = bounded(40).check(z.minLength(1));
const Value = bounded(500);

type Notes = Record<string, string>;
type NotesPatch = Record<string, string | null>;

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * An object of any names, passed on as it is: zod's own record drops the name `__proto__`, which JSON allows.
 */
const notes = <N extends NotesPatch = Notes>(
  published: Record<string, unknown>,
  check: (given: object, issues: unknown[]) => void,
) =>
  z
    .any()
    .check(
      z.check(({ value, issues }) => {
        if (isObject(value)) check(value, issues);
        else issues.push({ code: "invalid_type", expected: "record", path: [], input: value });
      }),
    )
    .register(z.globalRegistry, {
      "x-published": { type: "object", ...published },
    }) as unknown as z.ZodMiniType<N, N>;

/** `mayRemove`: a value may be null. */
const checked = (mayRemove: boolean, most: number) => (given: object, issues: unknown[]) => {
  const entries = Object.entries(given);
  for (const [name, value] of entries) {
    const refusedName = Name.safeParse(name).error;
    if (refusedName)
      issues.push({
        code: "invalid_key",
        origin: "record",
        issues: refusedName.issues,
        path: [name],
        input: name,
      });
    const refusedValue = mayRemove && value === null ? undefined : Value.safeParse(value).error;
    for (const issue of refusedValue?.issues ?? []) issues.push({ ...issue, path: [name], input: value });
  }
  if (entries.length > most)
    issues.push({
      code: "custom",
      path: [],
      input: given,
      message: `an object with at most ${most} keys`,
    });
};

const propertyNames = { type: "string", minLength: 1, maxLength: 40 };

/** A caller's own data on an object: stored and returned as sent, never interpreted. */
export const Metadata = note(
  notes(
    { propertyNames, additionalProperties: { type: "string", maxLength: 500 }, maxProperties: MOST_PAIRS },
    checked(false, MOST_PAIRS),
  ),
  "Up to 50 key-value pairs of your own: keys up to 40 characters, values up to 500.",
);

/** A change of metadata: it adds and replaces pairs, and removes those whose value is null. */
export const MetadataPatch = note(
  notes<NotesPatch>(
    { propertyNames, additionalProperties: { type: ["string", "null"], maxLength: 500 } },
    checked(true, MOST_CHANGED),
  ),
  "Up to 45 key-value pairs to add or replace. `null` as a value removes that pair. At most 50 pairs may remain.",
);

const MOST_WANTED = 5;

/** The pairs that a list's objects must have: `metadata[name]=value` in a query. */
export const MetadataFilter = note(
  notes(
    { propertyNames, additionalProperties: { type: "string", maxLength: 500 } },
    checked(false, MOST_WANTED),
  ),
  `Only drivers with these pairs of metadata, at most ${MOST_WANTED}: \`metadata[team]=north\`.`,
);

/** Metadata in replies and events. */
export const PublicMetadata = notes(
  { propertyNames: { type: "string" }, additionalProperties: { type: "string" } },
  () => {},
);

/**
 * Metadata as an item has it: JSON text, because the table's client cannot write a map with the name
 * `constructor`, nor read one with `__proto__`. Older items have a map.
 */
export const StoredMetadata = z.pipe(
  z.transform((stored: unknown) => (typeof stored === "string" ? stored : JSON.stringify(stored))),
  z.string(),
);

/** The fields with their metadata, if they have any, as an item has it. */
export const withStoredMetadata = <Fields extends { metadata?: Notes | undefined }>({
  metadata,
  ...fields
}: Fields): Omit<Fields, "metadata"> & { metadata?: string } => ({
  ...fields,
  ...(metadata && { metadata: JSON.stringify(metadata) }),
});

export const publicMetadata = (stored: string | undefined): Notes => JSON.parse(stored ?? "{}");

/** The stored metadata after a change; undefined when nothing remains. A change to null removes all pairs. */
export function mergedMetadata(stored: string | undefined, patch: NotesPatch | null): string | undefined {
  if (patch === null) return undefined;
  const merged = Object.entries({ ...publicMetadata(stored), ...patch }).filter(
    ([, value]) => value !== null,
  );
  return merged.length > 0 ? JSON.stringify(Object.fromEntries(merged)) : undefined;
}

export const pairsOf = (stored: string | undefined): [name: string, value: string][] =>
  Object.entries(publicMetadata(stored));
