/** fast-check prints the seed of a failure. `SEED` replays it, without loading fast-check for every suite. */
if (process.env.SEED) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({ seed: Number(process.env.SEED) });
}
