/** An event source's filter. Each leaf is a list of alternatives, and one of them must match. */
export type Pattern = { [name: string]: Pattern | Alternative[] };
type Alternative = string | number | boolean | null | { prefix: string } | { exists: boolean };

/** The first alternative that `matches` does not know, such as `{ numeric: [">", 1] }`. */
export function unknownAlternative(pattern: Pattern): unknown {
  for (const expected of Object.values(pattern)) {
    const result = Array.isArray(expected)
      ? expected.find((alternative) => !isKnown(alternative))
      : unknownAlternative(expected);
    if (result !== undefined) return result;
  }
  return undefined;
}

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
  return (value !== undefined) === alternative.exists;
}

const isKnown = (alternative: unknown): boolean =>
  typeof alternative !== "object" ||
  alternative === null ||
  ("prefix" in alternative && typeof alternative.prefix === "string") ||
  ("exists" in alternative && typeof alternative.exists === "boolean");
