import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { brand } from "../../domain/brand/brand.ts";
import type { Result } from "../../http/serve/responses.ts";

/** Addresses that clients try by themselves. Each leads to a file that has a route already. */
const known: Readonly<Record<string, string>> = {
  "/favicon.ico": "/assets/icon.png",
  "/sitemap.xml": `${brand.docsPath}/sitemap.xml`,
  "/llms-full.txt": `${brand.docsPath}/llms-full.txt`,
  [`${brand.docsPath}.md`]: `${brand.docsPath}/index.md`,
};

export const knownAddress = ({ rawPath }: APIGatewayProxyEventV2): Result | undefined =>
  Object.hasOwn(known, rawPath) ? movedTo(known[rawPath] ?? "") : undefined;

/** With its query. Undefined: no trailing slash. Only our own addresses' characters reach `location`. */
export function plainAddress({ rawPath, rawQueryString }: APIGatewayProxyEventV2): Result | undefined {
  const [, plain] = /^((?:\/[\w.-]+)+)\/+$/.exec(rawPath) ?? [];
  if (plain === undefined) return undefined;
  return movedTo(rawQueryString ? `${plain}?${rawQueryString}` : plain);
}

const movedTo = (location: string): Result => ({
  statusCode: 308,
  headers: { location, "cache-control": "public, max-age=300" },
});
