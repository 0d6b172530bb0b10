import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { brotliCompressSync, constants } from "node:zlib";
import { buildSync } from "esbuild";
import { browserText } from "../browser-text.ts";

const root = join(import.meta.dirname, "..", "..", "..");

/** A placeholder for the address of the deployment, which only the running function knows. */
const ADDRESS = "https://address-of-the-deployment.invalid";

type DocsSite = {
  /** The constants that the function of the pages gets, by their names. */
  define: Record<string, string>;
  /** The files that the documentation is made from, from the project's root. */
  inputs: string[];
};

const defined = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, JSON.stringify(text)]));

/** Draws all pages of the documentation, because none depends on the request. */
export function makeDocsSite(): DocsSite {
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: ["shared/pages/docs/site/docs-site.ts"],
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node24",
    jsx: "automatic",
    jsxImportSource: "preact",
    define: { ...defined(browserText), "process.env.BASE_URL": JSON.stringify(ADDRESS) },
    logLevel: "warning",
    write: false,
    metafile: true,
  });
  const [{ text } = { text: "" }] = outputFiles;
  const made = { exports: {} as { docsSite: () => unknown } };
  runInThisContext(`(function(module, require) {${text}\n})`, { filename: "docs-site.cjs" })(
    made,
    createRequire(import.meta.url),
  );
  return {
    define: defined({
      DOCS_SITE: packed(JSON.stringify(made.exports.docsSite())),
      DOCS_SITE_ADDRESS: ADDRESS,
    }),
    inputs: [...Object.keys(metafile.inputs), ...sampleInputs()].filter(
      (file) => !file.includes("node_modules/"),
    ),
  };
}

/** The files that the samples are made from. `browser-text.ts` prints the samples, so no bundle has these. */
function sampleInputs(): string[] {
  const samples = "infra/tools/clients/samples";
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: [`${samples}/print-samples.ts`],
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "warning",
    write: false,
    metafile: true,
  });
  const guides = readdirSync(join(root, samples, "guides")).map((file) => `${samples}/guides/${file}`);
  return [...Object.keys(metafile.inputs), ...guides];
}

/** The pages resemble each other, so one window over all of them leaves a twentieth. */
const packed = (text: string): string =>
  brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    },
  }).toString("base64");
