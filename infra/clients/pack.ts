import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, buildSync } from "esbuild";
import { platformDescription } from "../../shared/contract/platform-api.ts";
import { packageNames } from "./names.ts";
import { examplesOf } from "./samples/examples.ts";
import { compileTypeScript } from "./typescript-package.ts";
import { handWritten, writeFiles } from "./write-files.ts";

const VERIFIER = "shared/client/verify-webhook.ts";

const root = join(import.meta.dirname, "..", "..");

/** The client, the stdio proxy, the fake and the webhook verifier. Its manifest has no dependencies. */
export function pack(into: string): void {
  const { version } = platformDescription;
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const settings: BuildOptions = {
    absWorkingDir: root,
    outdir: into,
    bundle: true,
    platform: "node",
    target: "node20",
    legalComments: "none",
    logLevel: "warning",
  };
  const verifier = { "verify-webhook": VERIFIER };
  const entryPoints = { cli: "shared/client/cli.ts", ...verifier };
  buildSync({ ...settings, entryPoints, outExtension: { ".js": ".mjs" }, format: "esm" });
  buildSync({ ...settings, entryPoints: verifier, outExtension: { ".js": ".cjs" }, format: "cjs" });
  execFileSync(
    join(root, "node_modules", ".bin", "tsc"),
    [
      "--ignoreConfig",
      "--declaration",
      "--emitDeclarationOnly",
      "--types",
      "node",
      "--outDir",
      into,
      VERIFIER,
    ],
    { cwd: root },
  );
  renameSync(join(into, "verify-webhook.d.ts"), join(into, "verify-webhook.d.mts"));
  copyFileSync(join(into, "verify-webhook.d.mts"), join(into, "verify-webhook.d.cts"));
  compileTypeScript(join(into, "client"));
  // esbuild takes plugins only asynchronously, and everyone who packs is synchronous.
  execFileSync(process.execPath, [join(import.meta.dirname, "fake", "pack-fake.ts"), join(into, "fake.mjs")]);
  const texts = handWritten(
    "typescript",
    packageNames(version),
    /^(?:README\.md$|CHANGELOG\.md$|manifests\/)/,
  );
  const named = Object.entries(texts).map(([path, text]) => [path.replace(/^manifests\//, ""), text]);
  writeFiles(into, { ...Object.fromEntries(named), ...examplesOf("typescript") });
}

if (process.argv[1] === import.meta.filename) pack(join(root, "dist", "package"));
