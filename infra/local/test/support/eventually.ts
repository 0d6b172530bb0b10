/** For tests that are to fail, so that they need not wait as long as a busy machine may take. */
const DEADLINE_MS = Number(process.env.EVENTUALLY_MS ?? 45_000);

/** Waits until `probe` returns something. The pause grows, since each probe slows down what it waits for. */
export async function eventually<T>(
  probe: () => Promise<T | undefined | false>,
  withinMs = DEADLINE_MS,
): Promise<T> {
  const until = performance.now() + withinMs;
  for (let pause = 20; ; pause = Math.min(pause * 1.5, 200)) {
    const found = await probe();
    if (found) return found;
    if (performance.now() > until) throw new Error(`Did not happen within ${withinMs} ms: ${probe}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
