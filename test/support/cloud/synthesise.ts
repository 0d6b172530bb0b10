import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Where the tests' one synthesised assembly lies: `npm test` makes it before the first test, if its inputs have changed. */
export const artifactsDir = join(import.meta.dirname, "..", "..", "..", "test-artifacts");
export const assemblyDir = join(artifactsDir, "cdk.out");
/** For programs of ours that many tests start: most of a start is to load them. */
export const compileCache = join(artifactsDir, "compile-cache");

if (process.argv[1] === import.meta.filename) {
  rmSync(join(artifactsDir, "clouds"), { recursive: true, force: true });
  mkdirSync(artifactsDir, { recursive: true });
  const { synthesise } = await import("../../../infra/local/assembly.ts");
  await synthesise(artifactsDir, () =>
    process.stdout.write("Synthesising the stack that the tests run on...\n"),
  );
}
