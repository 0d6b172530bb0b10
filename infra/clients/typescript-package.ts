import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transformSync } from "esbuild";
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

/** The same files for `require`: a folder of its own says how its `.js` and `.d.ts` are read. */
function addCommonJs(from: string, into: string): void {
  const files = readdirSync(from).filter((file) => /\.(?:js|d\.ts)$/.test(file));
  const texts = files.map((file): [string, string] => {
    const text = readFileSync(join(from, file), "utf8");
    const isCode = file.endsWith(".js");
    return [file, isCode ? transformSync(text, { format: "cjs", target: "node20" }).code : text];
  });
  writeFiles(into, { ...Object.fromEntries(texts), "package.json": '{"type":"commonjs"}\n' });
}

export function compileTypeScript(into: string): void {
  const from = mkdtempSync(join(tmpdir(), "client-"));
  try {
    writeFiles(from, { ...typeScriptSources(), "package.json": '{"type":"module"}' });
    execFileSync(join(project, "node_modules", ".bin", "tsc"), [
      "--ignoreConfig",
      "--strict",
      "--noUncheckedIndexedAccess",
      "--exactOptionalPropertyTypes",
      "--noUnusedLocals",
      "--noUnusedParameters",
      "--verbatimModuleSyntax",
      "--declaration",
      "--rewriteRelativeImportExtensions",
      "--types",
      "",
      "--module",
      "nodenext",
      "--target",
      "es2022",
      "--lib",
      "es2023,dom,dom.iterable",
      "--outDir",
      into,
      join(from, "index.ts"),
      join(from, "testing.ts"),
    ]);
    addCommonJs(into, join(into, "cjs"));
  } finally {
    rmSync(from, { recursive: true });
  }
}
