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
  SAMPLES: true,
  DOCS_TEXTS: true,
};
const require = createRequire(import.meta.url);

for (const name of Object.keys(names))
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: () => require("../../../infra/stack/browser-text.ts").browserText[name],
  });
