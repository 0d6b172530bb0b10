import type { Result } from "../../http/serve/responses.ts";

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
      "cache-control":
        STYLESHEET_PATH === `/assets/${file}` ? "public, max-age=31536000, immutable" : "no-store",
    },
    body: STYLESHEET,
  };
};
