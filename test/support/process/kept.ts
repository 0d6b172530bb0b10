const values = new Map<string, unknown>();

/** What `make` returned for this text at first, for all suites of a process. It keeps no state of a suite. */
export function kept<T>(text: string, make: () => T): T {
  if (!values.has(text)) values.set(text, make());
  return values.get(text) as T;
}
