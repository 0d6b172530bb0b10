import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { bundlerSettings } from "../../../infra/stack/bundle.ts";
import { assemblyDir } from "../cloud/bundles.ts";
import { artifactsDir } from "../process/artifacts.ts";

/**
 * The tests' assembly with the fixture's bundle instead of our MCP function's. Route, role and limits stay
 * the same.
 */
export function fixtureAssembly(): string {
  const into = join(artifactsDir, "conformance.out");
  rmSync(into, { recursive: true, force: true });
  cpSync(assemblyDir, into, { recursive: true });
  const asset = join(into, assetOf(into, "ServeMcp"));
  rmSync(asset, { recursive: true });
  buildSync({
    ...bundlerSettings,
    // The suite tests forms.
    alias: {},
    entryPoints: [join(import.meta.dirname, "serve-fixture.ts")],
    outfile: join(asset, "index.mjs"),
  });
  return into;
}

/** The folder of a function's bundle. */
function assetOf(assembly: string, construct: string): string {
  const file = readdirSync(assembly).find((name) => name.endsWith(".template.json")) ?? "";
  const { Resources } = JSON.parse(readFileSync(join(assembly, file), "utf8"));
  const { Metadata } = Object.values<Json>(Resources).find(
    (resource) =>
      resource.Metadata?.["aws:cdk:path"]?.split("/").at(-2) === construct &&
      "aws:asset:path" in resource.Metadata,
  );
  return Metadata["aws:asset:path"];
}
