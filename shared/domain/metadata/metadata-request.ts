import * as z from "zod/mini";
import { type NotesPatch, notes } from "./metadata.ts";
import { LINE_PATTERN, line, note } from "../text/text.ts";

export const MAX_PAIRS = 50;
/** A replaced pair is two writes of a transaction, which has at most 100. */
const MAX_CHANGED = 45;

const Name = line(40).check(z.minLength(1));
const Value = line(500);

/** `mayRemove`: a value may be null. */
const checked = (mayRemove: boolean, most: number) => (metadata: object, issues: unknown[]) => {
  const entries = Object.entries(metadata);
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
      input: metadata,
      message: `an object with at most ${most} keys`,
    });
};

/** `parseJson` refuses a backslash in any name of a body. */
const NAME_PATTERN = LINE_PATTERN.replace("[^", "[^\\\\");
const propertyNames = { type: "string", minLength: 1, maxLength: 40, pattern: NAME_PATTERN };
const value = { maxLength: 500, pattern: LINE_PATTERN };

/** A caller's own data on an object: stored and returned as sent, never interpreted. */
export const Metadata = note(
  notes(
    {
      propertyNames,
      additionalProperties: { type: "string", ...value },
      maxProperties: MAX_PAIRS,
      default: {},
    },
    checked(false, MAX_PAIRS),
  ),
  "Up to 50 key-value pairs of your own.",
);

/** A change of metadata: it adds and replaces pairs, and removes those whose value is null. */
export const MetadataPatch = note(
  notes<NotesPatch>(
    {
      propertyNames,
      additionalProperties: { type: ["string", "null"], ...value },
      maxProperties: MAX_CHANGED,
    },
    checked(true, MAX_CHANGED),
  ),
  "Key-value pairs to add or replace. `null` as a value removes that pair. At most 50 pairs may remain.",
);

const MAX_WANTED = 5;

/** The pairs that a list's objects must have: `metadata[name]=value` in a query. */
export const MetadataFilter = note(
  notes(
    { propertyNames, additionalProperties: { type: "string", ...value }, maxProperties: MAX_WANTED },
    checked(false, MAX_WANTED),
  ),
  `Only drivers with these pairs of metadata, at most ${MAX_WANTED}: \`metadata[team]=north\`.`,
);
