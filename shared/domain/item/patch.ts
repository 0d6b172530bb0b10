/** A null removes a field, and an undefined one leaves it as it is. */
export function patchedFields<T extends object>(
  entry: T,
  patch: { [K in keyof T]?: T[K] | null | undefined },
): T {
  const fields = Object.entries(patch).filter(([, value]) => value !== undefined);
  return { ...entry, ...Object.fromEntries(fields.map(([name, value]) => [name, value ?? undefined])) };
}

/**
 * The fields whose new values differ from the stored ones. An absent field equals an undefined one.
 *
 * @example
 * differences({ name: "Ana", home: ["Reno"] }, { name: "Bea", home: ["Reno"] }); // => { name: "Bea" }
 */
export const differences = <T extends object>(before: T, fields: Partial<T>): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !isEqual(before[name as keyof T], value)),
  ) as Partial<T>;

/** Compares values as the table stores them: the order of an object's fields does not count. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (a instanceof Set && b instanceof Set) return isEqual([...a].sort(), [...b].sort());
  const names = Object.keys({ ...a, ...b });
  return names.every((name) => isEqual(a[name as keyof object], b[name as keyof object]));
}
