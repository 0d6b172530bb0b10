import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Problem } from "../../shared/contract/errors.ts";
import { allowedMethods, isPagePath } from "../../shared/contract/service.ts";
import { methodNotAllowed } from "../../shared/http/serve/refusing-others.ts";
import { serveRequests } from "../../shared/http/serve/serve.ts";
import { languageOf } from "../../shared/pages/layout/page-language.ts";
import { knownAddress, plainAddress } from "../../shared/pages/layout/plain-address.ts";
import { missingPathPage } from "../../shared/pages/layout/serve-page.tsx";

/** An unknown path, or a method that it does not have. A browser gets a page, or is led to one. */
export const handler = serveRequests(
  "unknown-route",
  async (event) => {
    const { rawPath, requestContext } = event;
    const moved = ["GET", "HEAD"].includes(requestContext.http.method) ? movedPage(event) : undefined;
    if (moved) return moved;
    const allowed = allowedMethods(rawPath);
    if (allowed.length === 0)
      throw new Problem(
        "route_not_found",
        "This path does not exist. Find every path in /api/openapi.json and /v1/openapi.json.",
      );
    throw methodNotAllowed(requestContext.http.method, allowed);
  },
  {
    explain: (error, event) =>
      isNowhere(error) && isBrowser(event) ? missingPathPage(languageOf(event)) : undefined,
  },
);

function movedPage(event: APIGatewayProxyEventV2) {
  const isPage = isPagePath(event.rawPath.replace(/(?<!\/)\/+$/, ""));
  return knownAddress(event) ?? (isPage ? plainAddress(event) : undefined);
}

const isNowhere = (error: unknown) => error instanceof Problem && error.code === "route_not_found";

/** Browsers ask for HTML first. Programs ask for JSON or for anything. */
const isBrowser = ({ headers, requestContext: { http } }: APIGatewayProxyEventV2) =>
  http.method === "GET" && (headers.accept ?? "").startsWith("text/html");
