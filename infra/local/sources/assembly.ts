import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { type Describer, loadDescriber } from "../activity/describer.ts";
import { building } from "../base/building.ts";
import { root } from "../base/root.ts";
import { mistakeIn } from "./mistakes.ts";
import { isCurrent, readStamp, realTime, stampOf, writeStamp } from "./stamp.ts";

/** The app without bundles: a function's bundle is made at its first call. */
const APP = join(root, "infra", "stack", "local", "app.ts");
/** The app's module that bundles. It loads none of the service's code. */
export const BUNDLE = join(root, "infra", "stack", "bundle.ts");
/** The app's program that makes the constants. It loads the records, so each run is a process of its own. */
export const TEXTS = join(root, "infra", "stack", "local", "texts.ts");
/** The folders and the file with the sources of the stack, the functions and the documentation's samples. */
export const SOURCES = ["functions", "shared", "infra/stack", "infra/clients", "cdk.json"];

/** What a newcomer calls first, and what these calls cause (README, First calls), in this order. */
export const FIRST_CALLS = [
  "start-signup",
  "relay-outbox",
  "start-timers",
  "change-accounts",
  "get-signup-status",
  "advance-signup",
  "create-driver",
  "create-payout",
  "relay-events",
  "show-page",
  "developer-sign-in",
];

/** The agreement with the pretend bank. */
const BANK = {
  destination: "091000019",
  destinationName: "Pretend Bank",
  origin: "1234567890",
  originName: "Local cloud",
  companyId: "1234567890",
  originatingDfi: "09100001",
};
const contextNow = () => ({
  mailFrom: "hello@mail.example.com",
  alarmEmail: "operators@example.com",
  limiterDeadlineMs: 6_000,
  // All requests of a machine come from one address.
  openFactor: 1_000,
  rateLimitRanges: [{ name: "this-machine", cidr: "127.0.0.1", factor: 1_000 }],
  // `CANARY=on npm start` runs what watches the API.
  ...(process.env.CANARY === "on" && { canary: true }),
  // `npm start -- --bank` pays live payouts.
  ...(process.env.BANK === "on" && { rail: "ach", ach: BANK }),
  // `cdk synth` sets these. They name the construct of each resource, and the files of nested stacks.
  "aws:cdk:enable-path-metadata": true,
  "aws:cdk:enable-asset-metadata": true,
});
const settingsNow = () => `${process.version} ${JSON.stringify(contextNow())}`;

/** What an assembly was made from. It is written last, so half an assembly has no stamp. */
export const stackStamp = (assemblyDir: string): string => join(assemblyDir, "stack.inputs.json");

/** Loading CDK takes half as long from here. */
export const compileCache = (dir: string): Record<string, string> => ({
  NODE_COMPILE_CACHE: join(dir, "compile-cache"),
});

export function isSynthesised(dir: string): boolean {
  const stamp = readStamp(stackStamp(join(dir, "cdk.out")));
  return stamp !== undefined && isCurrent(stamp, settingsNow());
}

/** Synthesises the stack into `dir`/cdk.out, unless the stack there has the same sources. */
export async function synthesise(dir: string): Promise<string> {
  const assemblyDir = join(dir, "cdk.out");
  if (isSynthesised(dir)) return assemblyDir;
  if (!readStamp(stackStamp(assemblyDir))) rmSync(assemblyDir, { recursive: true, force: true });
  return synthesiseAnew(dir);
}

/** Does what `cdk synth` does, without its start-up time and without bundles. A failure changes nothing. */
export async function synthesiseAnew(dir: string): Promise<string> {
  const assemblyDir = join(dir, "cdk.out");
  const next = join(dir, "cdk.next");
  const since = realTime();
  rmSync(next, { recursive: true, force: true });
  const [sources, synthesis] = await Promise.allSettled([sourcesOf(APP), run(next, dir)]);
  if (sources.status === "rejected") throw sources.reason;
  if (synthesis.status === "rejected") throw synthesis.reason;
  rmSync(stackStamp(assemblyDir), { force: true });
  mkdirSync(assemblyDir, { recursive: true });
  for (const file of readdirSync(next)) renameSync(join(next, file), join(assemblyDir, file));
  rmSync(next, { recursive: true });
  const installed = "node_modules/.package-lock.json";
  writeStamp(
    stackStamp(assemblyDir),
    stampOf([...sources.value, "cdk.json", installed], since, settingsNow()),
  );
  return assemblyDir;
}

/** The app's describer. Another app may have none. */
export const DESCRIBER = join(root, "infra", "stack", "local-describer.ts");
export const describer = (warn: (message: string) => void): Promise<Describer> =>
  loadDescriber(DESCRIBER, warn);

async function run(outdir: string, dir: string): Promise<void> {
  await runProgram(APP, [], {
    ...process.env,
    ...compileCache(dir),
    CDK_OUTDIR: outdir,
    CDK_CONTEXT_JSON: JSON.stringify(contextNow()),
    // Checking the template takes two seconds and does not change it. `cdk synth` and `cdk deploy` check it.
    CDK_VALIDATION: "false",
  });
}

/** More than the documentation has. */
const MAX_PRINTED_BYTES = 64 * 1024 * 1024;

export async function runProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  try {
    const options = { env, maxBuffer: MAX_PRINTED_BYTES };
    const running = promisify(execFile)(process.execPath, [program, ...args], options);
    // A function that a call waits for comes first.
    if (running.child.pid !== undefined)
      setPriority(running.child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    return (await running).stdout;
  } catch (error) {
    // esbuild says more of a syntax error than Node does, and in the same words for all programs.
    await sourcesOf(program);
    throw mistakeIn(error);
  }
}

async function sourcesOf(program: string): Promise<string[]> {
  const options = { bundle: true, platform: "node", format: "esm", packages: "external" } as const;
  const silent = { write: false, metafile: true, logLevel: "silent", jsx: "automatic" } as const;
  const { metafile } = await building(() =>
    build({ ...options, ...silent, entryPoints: [program], absWorkingDir: root }),
  ).catch((error: unknown) => {
    throw mistakeIn(error);
  });
  return Object.keys(metafile.inputs).map((file) => relative(root, join(root, file)));
}
