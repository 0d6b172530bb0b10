import { createHash } from "node:crypto";
import type { Result } from "../../shared/http/responses.ts";
import { baseStyle } from "./style-base.ts";
import { docsStyle } from "./style-docs.ts";
import { formStyle } from "./style-forms.ts";
import { homeStyle } from "./style-home.ts";

const css = [baseStyle, formStyle, homeStyle, docsStyle].join("").replaceAll("\n", "");
const hash = createHash("sha256").update(css).digest("base64url").slice(0, 16);

/** Named after its content, so a browser may keep it for good. */
export const stylePath = `/assets/${hash}.css`;

/**
 * The one stylesheet. A page from before a deployment asks for the name it knew: today's style serves it better than
 * none, but must not be kept under that name.
 */
export const styleResult = (file: string): Result | undefined => {
  if (!/^[\w-]{16}\.css$/.test(file)) return undefined;
  const current = stylePath.endsWith(`/${file}`);
  return {
    statusCode: 200,
    headers: {
      "content-type": "text/css; charset=utf-8",
      "cache-control": current ? "public, max-age=31536000, immutable" : "no-store",
    },
    body: css,
  };
};
