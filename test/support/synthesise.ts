import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { synthesise } from "../../infra/local/cloud.ts";

/** Where the tests' one synthesised assembly lies: made anew by `npm test` before the first test. */
export const artifactsDir = join(import.meta.dirname, "..", "..", "test-artifacts");
export const assemblyDir = join(artifactsDir, "cdk.out");

if (process.argv[1] === import.meta.filename) {
  mkdirSync(artifactsDir, { recursive: true });
  process.stdout.write("Synthesising the stack that the tests run on... ");
  await synthesise(artifactsDir);
  process.stdout.write("done.\n");
}
