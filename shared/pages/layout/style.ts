import { createHash } from "node:crypto";
import type { Result } from "../../http/serve/responses.ts";
import { docsStyle } from "../docs/style-docs.ts";
import { homeStyle } from "../home/style-home.ts";
import { baseStyle } from "./style-base.ts";
import { formStyle } from "./style-forms.ts";

const css = [baseStyle, formStyle, homeStyle, docsStyle].join("").replaceAll("\n", "");

export const styleName = `${createHash("sha256").update(css).digest("base64url").slice(0, 16)}.css`;

/**
 * The one stylesheet, for good under its own name. A page from before a deployment asks for the name it knew: today's
 * style serves it better than none, but must not be kept under that name.
 */
export const styleResult = (file: string): Result | undefined => {
  if (!/^[\w-]{16}\.css$/.test(file)) return undefined;
  return {
    statusCode: 200,
    headers: {
      "content-type": "text/css; charset=utf-8",
      "cache-control": file === styleName ? "public, max-age=31536000, immutable" : "no-store",
    },
    body: css,
  };
};
