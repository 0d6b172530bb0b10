import type { Result } from "../../http/serve/responses.ts";

/**
 * The stylesheet. Its name contains its hash, so caches may store it forever. A page from before a deployment
 * asks for the old name: it gets today's style, which caches must not store under that name.
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
