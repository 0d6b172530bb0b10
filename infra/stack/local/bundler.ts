import { bundle } from "../bundle.ts";

/** Bundle these functions into this assembly. */
type Order = { id: number; names: string[]; assembly: string };

/** A program that the local cloud starts. It bundles what its parent process orders, until that one ends. */
process.on("message", ({ id, names, assembly }: Order) => {
  try {
    process.send?.({ id, inputs: bundle(names, assembly) });
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
