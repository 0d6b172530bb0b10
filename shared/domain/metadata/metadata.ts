import * as z from "zod/mini";

export type Notes = Record<string, string>;
export type NotesPatch = Record<string, string | null>;

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** zod's own record drops the name `__proto__`, which JSON allows. */
export const notes = <N extends NotesPatch = Notes>(
  published: Record<string, unknown>,
  check: (metadata: object, issues: unknown[]) => void,
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

/** Metadata in replies and events. */
export const PublicMetadata = notes(
  { propertyNames: { type: "string" }, additionalProperties: { type: "string" } },
  () => {},
);

/** JSON text: the table's client cannot write a map named `constructor`, nor read one with `__proto__`. */
export const StoredMetadata = z.string();

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
