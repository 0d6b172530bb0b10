import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** The folder of the tests' assembly. `npm test` makes it first, if its inputs have changed. */
export const artifactsDir = join(import.meta.dirname, "..", "..", "..", "test-artifacts");
/** The data of shared clouds, in a folder for each worker: `<process id>-<start>`. */
export const cloudsDir = join(artifactsDir, "clouds");
export const assemblyDir = join(artifactsDir, "cdk.out");
/** For our programs that many tests start, because most of their start time is loading code. */
export const compileCache = join(artifactsDir, "compile-cache");

if (process.argv[1] === import.meta.filename) {
  mkdirSync(cloudsDir, { recursive: true });
  // Another run of the tests may be using its clouds.
  for (const name of readdirSync(cloudsDir))
    if (!isAlive(Number.parseInt(name, 10))) rmSync(join(cloudsDir, name), { recursive: true, force: true });
  const { synthesise } = await import("../../../infra/local/assembly.ts");
  await synthesise(artifactsDir, () =>
    process.stdout.write("Synthesising the stack that the tests run on...\n"),
  );
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
