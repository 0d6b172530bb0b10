const all = new Map<string, unknown>();

/** What `make` returned for this text at first, for all suites of a process. It keeps no state of a suite. */
export function kept<T>(text: string, make: () => T): T {
  if (!all.has(text)) all.set(text, make());
  return all.get(text) as T;
}
