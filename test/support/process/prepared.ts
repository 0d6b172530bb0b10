import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { isSynthesised, stackStamp } from "../../../infra/local/sources/assembly.ts";
import { isBundled } from "../../../infra/local/sources/bundles.ts";
import { eventually } from "../../../infra/local/test/support/eventually.ts";
import { isAlive } from "./alone.ts";
import {
  artifactsDir,
  assemblyDir,
  cloudsDir,
  isFirst,
  stagesDir,
  TOGETHER,
  togetherDir,
} from "./artifacts.ts";

const parts = {
  template: "the stack's template",
  rail: "the template of a stage with a rail",
  stages: "the templates of other stages",
  together: "one bundle of all functions",
  bundles: "the bundle of each function",
  package: "the npm package",
};
export type Part = keyof typeof parts;

export async function changedBundles(): Promise<string[]> {
  const { entryPoints } = await import("../../../shared/contract/entry-points.ts");
  return entryPoints.map(({ name }) => name).filter((name) => !isBundled(assemblyDir, name));
}

/** What the templates of other stages are made of: the sources of the stack, and the stages' settings. */
export const stagesStamp = (): string =>
  readFileSync(stackStamp(assemblyDir), "utf8") +
  readFileSync(join(import.meta.dirname, "../../infra/stack/synthesise-stage.ts"), "utf8");
export const stagesMadeOf = join(stagesDir, "made-of.txt");

const isCurrent: Record<Part, () => boolean | Promise<boolean>> = {
  template: () => isSynthesised(artifactsDir),
  // Synthesising looks for itself.
  rail: () => false,
  stages: () => existsSync(stagesMadeOf) && readFileSync(stagesMadeOf, "utf8") === stagesStamp(),
  together: () => isBundled(togetherDir, TOGETHER),
  bundles: async () => (await changedBundles()).length === 0,
  // Packing takes three seconds, and its sources are nearly all.
  package: () => false,
};

const TEN_MINUTES_MS = 600_000;
const run = process.env.TEST_RUN ?? `${process.pid}-${Math.floor(performance.timeOrigin)}`;
const known = new Map<Part, Promise<void>>();

/** Resolves when the part has the present sources. Modules that need it await this while they load. */
export function prepared(part: Part): Promise<void> {
  const isOfTemplate = part === "together" || part === "bundles" || part === "stages";
  const promise =
    known.get(part) ?? (isOfTemplate ? prepared("template").then(() => once(part)) : once(part));
  known.set(part, promise);
  return promise;
}

/** The first process of the run that asks makes the part, and the others wait. */
async function once(part: Part): Promise<void> {
  const folder = join(cloudsDir, `${run}-${part}`);
  const result = join(folder, "result");
  if (isFirst(folder)) {
    const error = await prepare(part).then(() => "", String);
    writeFileSync(`${result}.next`, JSON.stringify({ error }));
    renameSync(`${result}.next`, result);
  }
  const text = await eventually(
    async () => existsSync(result) && readFileSync(result, "utf8"),
    TEN_MINUTES_MS,
  );
  const { error } = JSON.parse(text);
  if (error) throw new Error(error);
}

async function prepare(part: Part): Promise<void> {
  if (part === "template") removeClouds();
  if (await isCurrent[part]()) return;
  process.stderr.write(`Making ${parts[part]} for the tests...\n`);
  // This serves all workers, so its time counts for no suite.
  const env = { ...process.env, NODE_OPTIONS: "--no-warnings", JEST_WORKER_ID: "" };
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, "prepare.ts"), part], { env });
}

/** Of runs that have ended. Another run may be using its clouds, and a cloud's last writes may be late. */
function removeClouds(): void {
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
  for (const name of readdirSync(cloudsDir))
    if (!isAlive(Number.parseInt(name, 10))) rmSync(join(cloudsDir, name), options);
}
