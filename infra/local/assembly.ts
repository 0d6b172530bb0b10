import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Describer, loadDescriber } from "./activity/describer.ts";
import { StartupFailure } from "./failure.ts";

const root = join(import.meta.dirname, "..", "..");

/** Everything that goes into an assembly. The installed packages are named by npm's own list of them. */
const INPUTS = [
  ...["functions", "shared", "infra/stack"],
  ...["node_modules/.package-lock.json", "cdk.json", "package.json", "tsconfig.json"],
];

const CONTEXT = {
  stage: "local",
  mailFrom: "hello@mail.example.com",
  limiterDeadlineMs: 6_000,
  // `cdk synth` sets these two. They name the construct and the bundle that a resource comes from.
  "aws:cdk:enable-path-metadata": true,
  "aws:cdk:enable-asset-metadata": true,
};

/** Each assembly holds the hash of its inputs in this file. It is written last: half an assembly has none. */
const STAMP = "inputs.sha256";

/**
 * Does what `cdk synth` does, without its start-up time, into `dir`/cdk.out. It reuses an assembly of the
 * same inputs. It calls `begin` where there is none.
 */
export async function synthesise(dir: string, begin: () => void = () => {}): Promise<string> {
  const assemblyDir = join(dir, "cdk.out");
  const stamp = join(assemblyDir, STAMP);
  const inputs = hashOfInputs();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === inputs) return assemblyDir;
  begin();
  rmSync(assemblyDir, { recursive: true, force: true });
  const env = {
    ...process.env,
    CDK_OUTDIR: assemblyDir,
    CDK_CONTEXT_JSON: JSON.stringify(CONTEXT),
    // Checking the template takes two seconds and does not change it. `cdk synth` and `cdk deploy` check it.
    CDK_VALIDATION: "false",
  };
  try {
    await promisify(execFile)(process.execPath, [join(root, "infra", "stack", "app.ts")], { env });
  } catch (error) {
    throw new StartupFailure(`The stack could not be synthesised:\n${(error as { stderr: string }).stderr}`);
  }
  // A source that was saved meanwhile may be in the assembly or not: the next start makes a new one.
  if (hashOfInputs() === inputs) writeFileSync(stamp, inputs);
  return assemblyDir;
}

/** The app's describer. Another app may have none. */
export const describer = (warn: (message: string) => void): Promise<Describer> =>
  loadDescriber(join(root, "infra", "stack", "local-describer.ts"), warn);

function hashOfInputs(): string {
  const hash = createHash("sha256").update(`${process.version}\n${JSON.stringify(CONTEXT)}\n`);
  for (const file of INPUTS.flatMap(filesBelow)) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\n${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

/** The files of a folder, or the one file, in an order that is always the same. */
function filesBelow(path: string): string[] {
  if (!existsSync(join(root, path))) return [];
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".md"))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
