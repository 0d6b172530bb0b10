import { Problem } from "../../shared/contract/errors.ts";
import { keptDocuments } from "../../shared/http/serve/document.ts";
import { storable } from "../../shared/http/serve/responses.ts";
import { serveRequests } from "../../shared/http/serve/serve.ts";

/** The files of the client libraries, in base64. The build defines `LIBRARIES`: see browser-text.d.ts. */
const files: Readonly<Record<string, string>> = JSON.parse(LIBRARIES);

const FIVE_MINUTES = 300;

export const handler = serveRequests("show-library", async (event) => {
  const { file = "" } = event.pathParameters ?? {};
  const body = Object.hasOwn(files, file) ? files[file] : undefined;
  if (body === undefined)
    throw new Problem("route_not_found", "This file does not exist. /docs/libraries lists the files.");
  const headers = { "content-type": typeOf(file), "content-disposition": `attachment; filename="${file}"` };
  const make = () => storable({ statusCode: 200, headers, body, isBase64Encoded: true }, FIVE_MINUTES);
  return documents(file, "", make)(event);
});

const documents = keptDocuments();

const typeOf = (file: string): string => {
  if (/\.(?:tgz|gz)$/.test(file)) return "application/gzip";
  return /\.(?:whl|zip)$/.test(file) ? "application/zip" : "text/plain; charset=utf-8";
};
