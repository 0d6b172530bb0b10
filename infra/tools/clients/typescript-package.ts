import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildModel } from "./build-model.ts";
import { packageNames } from "./names.ts";
import { printTypeScript } from "./typescript.ts";
import { handWritten, project, writeFiles } from "./write-files.ts";

export function typeScriptSources(): Record<string, string> {
  const model = buildModel();
  const names = packageNames(model.version);
  const printed = printTypeScript(model, `${names.slug}-typescript/${names.version}`);
  const runtime = Object.entries(handWritten("typescript/src", names));
  return { ...Object.fromEntries(runtime), ...printed };
}

export function compileTypeScript(into: string): void {
  const from = mkdtempSync(join(tmpdir(), "client-"));
  try {
    writeFiles(from, { ...typeScriptSources(), "package.json": '{"type":"module"}' });
    execFileSync(join(project, "node_modules", ".bin", "tsc"), [
      ...["--ignoreConfig", "--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes"],
      ...["--noUnusedLocals", "--noUnusedParameters", "--verbatimModuleSyntax", "--declaration"],
      ...["--rewriteRelativeImportExtensions", "--types", "", "--module", "nodenext"],
      ...["--target", "es2022", "--lib", "es2023,dom,dom.iterable", "--outDir", into],
      join(from, "index.ts"),
      join(from, "testing.ts"),
    ]);
  } finally {
    rmSync(from, { recursive: true });
  }
}
