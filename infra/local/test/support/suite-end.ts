const endings: (() => unknown)[] = [];

/** Does this when the suite has ended, the newest first. The bench and other programs call `endSuite` too. */
export const atSuiteEnd = (end: () => unknown): void => void endings.push(end);

/** The tests' environment calls it after a suite's own hooks, also if the suite could not load. */
export async function endSuite(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end();
}
