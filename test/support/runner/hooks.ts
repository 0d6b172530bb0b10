import { readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import type { transformSync } from "@swc/core";

const require = createRequire(import.meta.url);

const root = new URL("../../../", import.meta.url).href;
const globals = new URL("globals.ts", import.meta.url).href;

/**
 * The rooms whose modules read the environment while they load, or remember what they read, and the tests'
 * support for them. Each suite loads its own. All other modules are loaded once for all suites of a process.
 */
const ANEW = new RegExp(
  `^${root}(functions|shared/(?!client|contract|crypto|domain|words)[a-z-]+|test/(?!contract|domain|house|infra|support/(process|runner))[a-z]+)/`,
);
const SUITE = /\.(test|slow|yearly)\.tsx?$/;
export const SUFFIX = /\?suite=\d+/g;

const swc = {
  jsc: {
    target: "es2024",
    parser: { syntax: "typescript", tsx: true },
    transform: { react: { runtime: "automatic", importSource: "preact" } },
  },
  module: { type: "es6" },
  sourceMaps: "inline",
} as const;

let compiler: { transformSync: typeof transformSync } | undefined;
let suite = 0;
export const beginSuite = (): void => {
  suite++;
};

registerHooks({
  resolve(name, context, next) {
    if (name === "@jest/globals") return { url: globals, shortCircuit: true };
    const { parentURL = "" } = context;
    const resolved = next(name, context);
    const [suffix] = parentURL.match(SUFFIX) ?? (SUITE.test(parentURL) ? [`?suite=${suite}`] : []);
    return suffix && ANEW.test(resolved.url) ? { ...resolved, url: resolved.url + suffix } : resolved;
  },
  // Node strips types itself, but not JSX.
  load(url, context, next) {
    const [path = ""] = url.split("?");
    if (!path.endsWith(".tsx")) return next(url, context);
    const filename = fileURLToPath(path);
    // Pure suites need no compiler. Loading it takes 0.3 s and 200 MB.
    compiler ??= require("@swc/core") as { transformSync: typeof transformSync };
    const { code } = compiler.transformSync(readFileSync(filename, "utf8"), { ...swc, filename });
    return { format: "module", shortCircuit: true, source: code };
  },
});
process.setSourceMapsEnabled(true);
