import { mkdirSync } from "node:fs";
import { join } from "node:path";

/** What the tests make. git ignores it. */
export const artifactsDir = join(import.meta.dirname, "..", "..", "..", "test-artifacts");
/** The data of shared clouds, in a folder for each worker: `<process id of the runner>-<start>-<worker>`. */
export const cloudsDir = join(artifactsDir, "clouds");
/** For our programs that many tests start, because most of their start time is loading code. */
export const compileCache = join(artifactsDir, "compile-cache");
/** Import this from `cloud/assembly.ts`, which waits until it is there. */
export const assemblyDir = join(artifactsDir, "cdk.out");
/** The same of a stage with a rail. Import it from `cloud/bank-cloud.ts`. */
export const railDir = join(artifactsDir, "rail");
/** Templates of other stages. Read them by `infra/stack/stages.ts`, which waits until they are there. */
export const stagesDir = join(artifactsDir, "stages");
/** The npm package. Import this from `cloud/packed.ts`, which waits until it is there. */
export const packedDir = join(artifactsDir, "package");
/** All functions in one bundle of this name. */
export const togetherDir = join(artifactsDir, "together");
export const TOGETHER = "together";
export const handlers = join(togetherDir, "functions", TOGETHER, "index.mjs");

/** Whether this process is the first of the run that asks for the folder, and so makes what is in it. */
export function isFirst(folder: string): boolean {
  mkdirSync(cloudsDir, { recursive: true });
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
