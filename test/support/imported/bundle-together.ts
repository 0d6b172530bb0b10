import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import {
  type BuiltTexts,
  buildSettings,
  isOwn,
  outdir,
  publish,
  SETTINGS,
} from "../../../infra/stack/bundle.ts";
import { sources } from "../../../infra/stack/bundles/bundle-service.ts";
import { builtTexts } from "../../../infra/stack/docs/docs-site.ts";
import { TOGETHER } from "../process/artifacts.ts";

const inPlace = (file: string) => join(import.meta.dirname, file);

/** All functions for one process: `handlers` loads each by its name. Returns what `bundle` does. */
export async function bundleTogether(assembly: string): Promise<Record<string, string[]>> {
  const loaders = Object.entries(sources).map(
    ([name, source]) => `${JSON.stringify(name)}: () => import("./${source}")`,
  );
  const texts: BuiltTexts[] = Object.values(builtTexts).map((textsOf) => textsOf());
  const { outputFiles, metafile } = await build({
    ...buildSettings,
    define: Object.assign({}, ...texts.map(({ define }) => define)),
    stdin: { contents: `export const handlers = { ${loaders} };`, resolveDir: buildSettings.absWorkingDir },
    alias: {
      ...buildSettings.alias,
      "@smithy/node-http-handler": inPlace("direct-http.ts"),
      "@smithy/signature-v4": inPlace("no-signature.ts"),
    },
    plugins: [
      {
        name: "an environment for each function",
        setup: ({ onLoad }) =>
          onLoad({ filter: /\/shared\/store\/table\/environment\.ts$/ }, () => ({
            contents: readFileSync(inPlace("environment.ts"), "utf8"),
            loader: "ts",
          })),
      },
    ],
    outdir: join(outdir, TOGETHER),
    entryNames: "index",
    splitting: true,
  });
  publish(outputFiles, TOGETHER, assembly);
  const files = Object.keys(metafile.inputs).filter((file) => isOwn(file) && file !== "<stdin>");
  const replaced = "test/support/imported/environment.ts";
  return {
    [TOGETHER]: [...new Set([...files, replaced, ...SETTINGS, ...texts.flatMap(({ inputs }) => inputs)])],
  };
}
