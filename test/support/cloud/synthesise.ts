import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** The folder of the tests' assembly. `npm test` makes it first, if its inputs have changed. */
export const artifactsDir = join(import.meta.dirname, "..", "..", "..", "test-artifacts");
export const assemblyDir = join(artifactsDir, "cdk.out");
/** For our programs that many tests start, because most of their start time is loading code. */
export const compileCache = join(artifactsDir, "compile-cache");

if (process.argv[1] === import.meta.filename) {
  rmSync(join(artifactsDir, "clouds"), { recursive: true, force: true });
  mkdirSync(artifactsDir, { recursive: true });
  const { synthesise } = await import("../../../infra/local/assembly.ts");
  await synthesise(artifactsDir, () =>
    process.stdout.write("Synthesising the stack that the tests run on...\n"),
  );
}
