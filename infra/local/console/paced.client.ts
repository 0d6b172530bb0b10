/** Once for all calls until then, after the last run has ended, so a slow reply is not asked for twice. */
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
