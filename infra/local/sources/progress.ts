/** Shows work that takes longer than a second: when that second has passed, and when the work has ended. */
export const showing =
  (say: (message: string) => void) =>
  async <T>(what: string, work: Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const timer = setTimeout(() => say(`${what}...`), 1_000);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
      const seconds = (performance.now() - startedAt) / 1000;
      if (seconds > 1) say(`${what} took ${seconds.toFixed(1)} s.`);
    }
  };
