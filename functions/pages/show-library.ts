import { Problem } from "../../shared/contract/errors.ts";
import { keptDocuments } from "../../shared/http/serve/document.ts";
import { storable } from "../../shared/http/serve/responses.ts";
import { serveRequests } from "../../shared/http/serve/serve.ts";

/** The files by their paths, in base64. The build defines `LIBRARIES`: see browser-text.d.ts. */
const files: Readonly<Record<string, string>> = JSON.parse(LIBRARIES);

const FIVE_MINUTES = 300;

export const handler = serveRequests("show-library", async (event) => {
  const file = (event.pathParameters?.file ?? "").replace(/\/$/, "");
  const body = Object.hasOwn(files, file) ? files[file] : undefined;
  if (body === undefined)
    throw new Problem("route_not_found", "This file does not exist. /docs/libraries lists the files.");
  const name = file.split("/").at(-1);
  const kept = isArchive(file) && { "content-disposition": `attachment; filename="${name}"` };
  const headers = { "content-type": typeOf(file), ...kept };
  const make = () => storable({ statusCode: 200, headers, body, isBase64Encoded: true }, FIVE_MINUTES);
  return documents(file, "", make)(event);
});

const documents = keptDocuments();

const isArchive = (file: string): boolean => /\.(?:tgz|gz|whl|zip|jar)$/.test(file);

/** Python's index of packages is a page of links. */
const typeOf = (file: string): string => {
  if (file.startsWith("simple/")) return "text/html; charset=utf-8";
  if (/\.(?:tgz|gz)$/.test(file)) return "application/gzip";
  if (file.endsWith(".jar")) return "application/java-archive";
  return /\.(?:whl|zip)$/.test(file) ? "application/zip" : "text/plain; charset=utf-8";
};
