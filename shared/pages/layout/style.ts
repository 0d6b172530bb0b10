import type { Result } from "../../http/serve/responses.ts";

/**
 * Its name has its hash, so caches may store it forever. A page from before a deployment gets the current one
 * for the old name, not to be stored. `STYLESHEET`: see browser-text.d.ts.
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

/** The image of link previews. Chats that hold an old name get the current image. */
export const previewImageResult = (file: string): Result | undefined => {
  if (!/^[\w-]{16}\.png$/.test(file)) return undefined;
  const isCurrent = PREVIEW_IMAGE_PATH === `/assets/${file}`;
  return {
    statusCode: 200,
    headers: {
      "content-type": "image/png",
      "cache-control": isCurrent ? "public, max-age=31536000, immutable" : "no-store",
    },
    body: PREVIEW_IMAGE,
    isBase64Encoded: true,
  };
};
