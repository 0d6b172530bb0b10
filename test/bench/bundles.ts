import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, buildSync } from "esbuild";
import { bundlerSettings } from "../../infra/stack/bundle.ts";
import { bundleNamed } from "../../infra/stack/bundles/bundle-service.ts";
import { type Subject, YARDSTICKS } from "./subjects.ts";

export type Bundles = { probe: string; entryOf: (name: string) => string };

const resolveDir = join(import.meta.dirname, "yardsticks");
/** CDK's NodejsFunction by default. The runtime provides the SDK, here the project's own packages do. */
const nodejsFunction: BuildOptions = {
  bundle: true,
  platform: "node",
  target: "node24",
  format: "cjs",
  external: ["@aws-sdk/*", "@smithy/*"],
};

/** Bundles everything that is measured, and what measures it, below `into`. */
export async function buildBundles(into: string, subjects: readonly Subject[]): Promise<Bundles> {
  await bundleNamed(
    subjects.filter(({ isOurs }) => isOurs).map(({ name }) => name),
    into,
  );
  symlinkSync(join(import.meta.dirname, "..", "..", "node_modules"), join(into, "node_modules"));
  const built = (name: string, contents: string, isOurs: boolean) => {
    const outfile = join(into, "yardsticks", name, isOurs ? "index.mjs" : "index.cjs");
    const settings = isOurs ? bundlerSettings : nodejsFunction;
    buildSync({ ...settings, stdin: { contents, resolveDir, loader: "ts" }, outfile });
    return outfile;
  };
  const entries = new Map(
    YARDSTICKS.map(({ name, source, ours = false }) => [name, built(name, source, ours)]),
  );
  // Bundled too: stripping its types would cost every probed process as much as a small function.
  const probe = built("probe", 'import { main } from "./probe.ts"; await main();', true);
  const ours = (name: string) => join(into, "functions", name.split(",")[0] ?? "", "index.mjs");
  return { probe, entryOf: (name) => entries.get(name) ?? ours(name) };
}
