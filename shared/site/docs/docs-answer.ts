import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { brand } from "../../domain/brand/brand.ts";
import { keptDocuments, unpacked } from "../../http/serve/document.ts";
import { baseUrl, type Result, storable } from "../../http/serve/responses.ts";
import { withRequestValues } from "./docs-request.ts";
import { cursorConfig } from "./build/docs-install-links.ts";

const FIVE_MINUTES = 300;

/** The answer to a path of the documentation. The build defines `DOCS_SITE`: see browser-text.d.ts. */
export function docsAnswer(event: APIGatewayProxyEventV2, now: Date): Result {
  const page = site.get(event.rawPath);
  if (page?.statusCode !== 200) return site.get(`${brand.docsPath}/missing`) as Result;
  // A new day changes a date in some samples.
  const day = now.toISOString().slice(0, 10);
  const make = () => storable({ ...page, body: withRequestValues(page.body ?? "", now) }, FIVE_MINUTES);
  return documents(event.rawPath, day, make)(event);
}

const documents = keptDocuments();

/** The address is also part of links that have it encoded. */
function withAddress(text: string): string {
  return text
    .replaceAll(encodeURIComponent(BUILT_ADDRESS), encodeURIComponent(baseUrl()))
    .replaceAll(cursorConfig(BUILT_ADDRESS), cursorConfig(baseUrl()));
}

const site = new Map<string, Result>(Object.entries(JSON.parse(withAddress(unpacked(DOCS_SITE)))));
