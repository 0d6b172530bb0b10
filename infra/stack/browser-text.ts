import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type BuildOptions, buildSync } from "esbuild";

const root = join(import.meta.dirname, "..", "..");
const inputs = new Set<string>();

/** The bundle of a file, by its path in the project, and the files in it. */
export function bundledText(entry: string, options: BuildOptions): { text: string; inputs: string[] } {
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: [join(root, entry)],
    bundle: true,
    logLevel: "warning",
    ...options,
    write: false,
    metafile: true,
  });
  const [{ text } = { text: "" }] = outputFiles;
  return { text, inputs: Object.keys(metafile.inputs) };
}

function minified(file: string, format: "iife" | "esm" = "iife"): string {
  const options = { minify: true, format, target: "es2022", legalComments: "none" } as const;
  const bundled = bundledText(`shared/${file}`, options);
  for (const input of bundled.inputs) inputs.add(input);
  return bundled.text.trim();
}

/** In this order, since a rule of a room may follow one for all. */
const stylesheet = ["pages/layout", "site", "dashboard"]
  .map((room) => minified(`${room}/style.css`))
  .join("");
const hash = createHash("sha256").update(stylesheet).digest("base64url").slice(0, 16);

const PREVIEW = "shared/pages/layout/preview.png";
const image = readFileSync(join(root, PREVIEW));
const imageHash = createHash("sha256").update(image).digest("base64url").slice(0, 16);

const TEXTS = "shared/site/docs/text";
export const docsTexts: readonly string[] = readdirSync(join(root, TEXTS)).map((file) => `${TEXTS}/${file}`);
const textOf = (file: string) => [basename(file, ".md"), readFileSync(join(root, file), "utf8")];

/**
 * The pages' scripts, stylesheet and preview image, by the name of the constant that holds each. esbuild
 * takes them as `define`, Jest as `globals`. Text imports would need an esbuild plugin and a Jest
 * transformer. esbuild runs plugins only asynchronously, but CDK's constructors are synchronous.
 * A page's function contains the paths of the stylesheet and the image. Only show-page contains the files.
 */
export const browserText = {
  HOME_SCRIPT: minified("site/client/home.client.ts"),
  DOCS_SCRIPT: minified("site/client/docs.client.ts"),
  SEARCH_ENGINE: minified("site/client/search-engine.client.ts", "esm"),
  DEVELOPERS_SCRIPT: minified("dashboard/client/developers.client.ts"),
  STYLESHEET: stylesheet,
  STYLESHEET_PATH: `/assets/${hash}.css`,
  PREVIEW_IMAGE: image.toString("base64"),
  PREVIEW_IMAGE_PATH: `/assets/${imageHash}.png`,
  DOCS_TEXTS: JSON.stringify(Object.fromEntries(docsTexts.map(textOf))),
};

export const browserInputs: readonly string[] = [...inputs, PREVIEW];
