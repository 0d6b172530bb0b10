const endings: (() => unknown)[] = [];

/** Does this when the suite has ended, the newest first. The bench and other programs call `endSuite` too. */
export const atSuiteEnd = (end: () => unknown): void => void endings.push(end);

/**
 * The tests' environment calls it after a suite's own hooks, also if the suite could not load. All is done,
 * and then the first error is thrown, which fails the suite.
 */
export async function endSuite(): Promise<void> {
  const errors: unknown[] = [];
  for (const end of endings.splice(0).reverse()) {
    try {
      await end();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
