/**
 * A function that lets `act` run `ms` later, once for all calls until then. A run begins only after the last
 * one has ended: a slow reply would otherwise be asked for again and again. `act` must not fail.
 */
export function paced(act: () => Promise<void>, ms: number): () => void {
  let last = Promise.resolve();
  let isPlanned = false;
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    last = last
      .then(() => new Promise<void>((resolve) => setTimeout(resolve, ms)))
      .then(() => {
        isPlanned = false;
        return act();
      });
  };
}
