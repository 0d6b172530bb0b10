/** An event source's filter. Each leaf is a list of alternatives, and one of them must match. */
export type Pattern = { [name: string]: Pattern | Alternative[] };
type Alternative = string | number | boolean | null | { prefix: string } | { exists: boolean };

/** Whether an event matches a pattern. Throws on unknown alternatives: ignoring one would drop the filter. */
export function matches(pattern: Pattern, event: unknown): boolean {
  return Object.entries(pattern).every(([name, expected]) => {
    const value = (event as Record<string, unknown> | undefined)?.[name];
    if (!Array.isArray(expected)) return matches(expected, value);
    return expected.some((alternative) => fits(alternative, value));
  });
}

function fits(alternative: Alternative, value: unknown): boolean {
  if (typeof alternative !== "object" || alternative === null) return value === alternative;
  if ("prefix" in alternative) return typeof value === "string" && value.startsWith(alternative.prefix);
  if ("exists" in alternative) return (value !== undefined) === alternative.exists;
  throw new Error(
    `The local cloud does not know the filter ${JSON.stringify(alternative)}. It knows values, prefix and exists.`,
  );
}
