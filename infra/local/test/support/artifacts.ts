import { join } from "node:path";

/** Synthesised fixtures, below `node_modules`, so that their functions can import packages. */
export const artifactsDir = join(import.meta.dirname, "..", "..", "test-artifacts");
/** Loading the program takes most of a start, and tests start many local clouds. */
export const compileCache = join(artifactsDir, "compile-cache");
