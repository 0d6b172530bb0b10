import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

const DAY_MS = 86_400_000;

/** The folder of the tests' assembly. `npm test` makes it first, if its inputs have changed. */
export const artifactsDir = join(import.meta.dirname, "..", "..", "..", "test-artifacts");
/** The data of shared clouds, in a folder for each worker: `<process id of the runner>-<start>-<worker>`. */
export const cloudsDir = join(artifactsDir, "clouds");
export const assemblyDir = join(artifactsDir, "cdk.out");
/** All functions in one bundle. */
const togetherDir = join(artifactsDir, "together");
export const handlers = join(togetherDir, "functions", "together", "index.mjs");
/** For our programs that many tests start, because most of their start time is loading code. */
export const compileCache = join(artifactsDir, "compile-cache");

if (process.argv[1] === import.meta.filename) {
  mkdirSync(cloudsDir, { recursive: true });
  // Another run of the tests may be using its clouds.
  for (const name of readdirSync(cloudsDir))
    if (!isAlive(Number.parseInt(name, 10))) rmSync(join(cloudsDir, name), { recursive: true, force: true });
  const { synthesise } = await import("../../../infra/local/sources/assembly.ts");
  await synthesise(artifactsDir);
  await bundleChanged();
}

/** All at once, because the tests call nearly all functions. The bundles are those of a deployment. */
async function bundleChanged(): Promise<void> {
  const { entryPoints } = await import("../../../shared/contract/entry-points.ts");
  const { isBundled, makeBundles } = await import("../../../infra/local/sources/bundles.ts");
  const names = entryPoints.map(({ name }) => name);
  const { bundle, bundleTogether, TOGETHER } = await import("../../../infra/stack/bundle.ts");
  if (!isBundled(togetherDir, TOGETHER)) {
    await makeBundles([TOGETHER], togetherDir, (_, dir) => bundleTogether(dir));
    removeOldParts();
  }
  const changed = names.filter((name) => !isBundled(assemblyDir, name));
  if (changed.length === 0) return;
  process.stdout.write(`Bundling functions for the tests (${changed.length})...\n`);
  const folders = join(assemblyDir, "functions");
  mkdirSync(folders, { recursive: true });
  const outdated = readdirSync(folders).filter((name) => changed.includes(name) || !names.includes(name));
  for (const name of outdated) rmSync(join(folders, name), { recursive: true });
  await makeBundles(changed, assemblyDir, bundle);
}

/** Of former bundles of all functions. Clouds of another run may still load the parts of the last one. */
function removeOldParts(): void {
  const folder = dirname(handlers);
  const isOld = (name: string) => statSync(join(folder, name)).mtimeMs < Date.now() - DAY_MS;
  for (const name of readdirSync(folder).filter(isOld)) rmSync(join(folder, name));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
