/** Far more than a busy machine takes, and less than a test may. Tests that are to fail wait less. */
const DEADLINE_MS = Number(process.env.EVENTUALLY_MS ?? 200_000);

/** Waits until `probe` returns something. The pause grows, since each probe slows down what it waits for. */
export async function eventually<T>(
  probe: () => Promise<T | undefined | false>,
  withinMs = DEADLINE_MS,
): Promise<T> {
  const until = performance.now() + withinMs;
  for (let pause = 20; ; pause = Math.min(pause * 1.5, 200)) {
    const result = await probe();
    if (result) return result;
    if (performance.now() > until) throw new Error(`Did not happen within ${withinMs} ms: ${probe}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
