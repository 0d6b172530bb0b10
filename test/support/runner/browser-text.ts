import { createRequire } from "node:module";
import type { browserText } from "../../../infra/stack/browser-text.ts";

/** What esbuild puts in place of constants, such as the stylesheet. A suite that reads one makes all. */
const names: Record<keyof typeof browserText, true> = {
  HOME_SCRIPT: true,
  DOCS_SCRIPT: true,
  SEARCH_ENGINE: true,
  DEVELOPERS_SCRIPT: true,
  STYLESHEET: true,
  STYLESHEET_PATH: true,
  PREVIEW_IMAGE: true,
  PREVIEW_IMAGE_PATH: true,
  DOCS_TEXTS: true,
};
const require = createRequire(import.meta.url);
const define = (name: string, get: () => string) =>
  Object.defineProperty(globalThis, name, { configurable: true, get });

for (const name of Object.keys(names))
  define(name, () => require("../../../infra/stack/browser-text.ts").browserText[name]);
define("SAMPLES", () =>
  JSON.stringify(require("../../../infra/clients/samples/print-samples.ts").printSamples()),
);
