import * as z from "zod/mini";
import { note } from "./text.ts";

const MOST_KEYS = 50;

const bounded = (most: number) =>
  z.string().check(
    z.maxLength(most),
    z.refine((value) => value.isWellFormed(), "valid Unicode text"),
  );

const Name = bounded(40).check(z.minLength(1));
const Value = bounded(500);

type Notes = Record<string, string>;

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * An object of any names, passed on as it is: zod's own record drops the name `__proto__`, which JSON allows.
 */
const notes = (published: Record<string, unknown>, check: (given: object, issues: unknown[]) => void) =>
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
    }) as unknown as z.ZodMiniType<Notes, Notes>;

/** A caller's own data on an object: stored and returned as sent, never interpreted. */
export const Metadata = note(
  notes(
    {
      propertyNames: { type: "string", minLength: 1, maxLength: 40 },
      additionalProperties: { type: "string", maxLength: 500 },
      maxProperties: MOST_KEYS,
    },
    (given, issues) => {
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
        const refusedValue = Value.safeParse(value).error;
        for (const issue of refusedValue?.issues ?? []) issues.push({ ...issue, path: [name], input: value });
      }
      if (entries.length > MOST_KEYS)
        issues.push({
          code: "custom",
          path: [],
          input: given,
          message: `an object with at most ${MOST_KEYS} keys`,
        });
    },
  ),
  "Up to 50 key-value pairs of your own: keys up to 40 characters, values up to 500.",
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
