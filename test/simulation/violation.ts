/** What is not as it must be. The run ends with it. */
export class Violation extends Error {
  readonly invariant: string;
  readonly ids: readonly string[];

  constructor(invariant: string, what: string, ids: readonly string[] = []) {
    super(`${invariant}: ${what}`);
    this.name = "Violation";
    this.invariant = invariant;
    this.ids = ids;
  }
}

export function must(holds: unknown, invariant: string, what: () => string, ...ids: string[]): asserts holds {
  if (!holds) throw new Violation(invariant, what(), ids);
}
