import type { APIGatewayProxyEventV2 } from "aws-lambda";

/** The paths that pages of every origin may read: all without a key and without a person's data. */
const READABLE = /^\/($|(api|\.well-known)\/|(health|llms\.txt|v1\/openapi\.json)$)/;

/** CORS headers, the same for every origin, so that a cache may serve the reply to any page. */
export const crossOriginHeaders = (path: string): Record<string, string> =>
  READABLE.test(path)
    ? {
        "access-control-allow-origin": "*",
        "access-control-expose-headers": "x-request-id,retry-after,etag",
      }
    : {};

export const isPreflight = ({ headers, requestContext: { http } }: APIGatewayProxyEventV2): boolean =>
  http.method === "OPTIONS" &&
  headers["access-control-request-method"] !== undefined &&
  READABLE.test(http.path);

/** With the headers of MCP clients in browsers. The function judges the origin later. */
export const allowedPreflight = {
  statusCode: 204,
  headers: {
    "access-control-allow-methods": "GET,HEAD,POST",
    "access-control-allow-headers":
      "content-type,if-none-match,authorization,last-event-id,mcp-method,mcp-name,mcp-protocol-version,mcp-session-id",
    "access-control-max-age": "86400",
  },
};
