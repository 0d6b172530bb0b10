import { existsSync, readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

type Compiling = { _compile(text: string, file: string, format: "commonjs"): void };

/**
 * Finds what it finds on Lambda: a `.js` file without a package.json is CommonJS, and the SDK's clients are
 * there, those of `ownFolder`, if the app has none.
 */
export function applyRuntimeRules(entry: string, ownFolder: string): void {
  const require = createRequire(join(ownFolder, "any.js"));
  registerHooks({
    resolve: (specifier, context, next) => {
      try {
        return next(specifier, context);
      } catch (error) {
        if (!specifier.startsWith("@aws-sdk/")) throw error;
        return { url: pathToFileURL(require.resolve(specifier)).href, shortCircuit: true };
      }
    },
  });
  const folder = dirname(entry);
  if (!existsSync(join(folder, "package.json"))) readAsCommonJs(folder, require.extensions);
}

function readAsCommonJs(folder: string, extensions: NodeJS.RequireExtensions): void {
  const start = pathToFileURL(join(folder, "/")).href;
  registerHooks({
    load: (url, context, next) =>
      next(url, url.startsWith(start) && url.endsWith(".js") ? { ...context, format: "commonjs" } : context),
  });
  const usual = extensions[".js"];
  // In spite of the format, Node reads the package.json of a folder above.
  extensions[".js"] = (module, file) => {
    if (!file.startsWith(join(folder, "/"))) return usual?.(module, file);
    (module as unknown as Compiling)._compile(readFileSync(file, "utf8"), file, "commonjs");
  };
}
