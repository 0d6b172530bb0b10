import type { IncomingMessage } from "node:http";

export type Cors = {
  AllowCredentials?: boolean;
  AllowOrigins?: string[];
  AllowMethods?: string[];
  AllowHeaders?: string[];
  ExposeHeaders?: string[];
  MaxAge?: number;
};

export function corsHeaders(cors: Cors, request: IncomingMessage): Record<string, string> {
  const { AllowOrigins = [], AllowMethods = [], AllowHeaders = [], ExposeHeaders = [], MaxAge } = cors;
  const { origin } = request.headers;
  const allowsAny = AllowOrigins.includes("*");
  if (origin === undefined || (!allowsAny && !AllowOrigins.includes(origin))) return {};
  const allowed = {
    "access-control-allow-origin": allowsAny ? "*" : origin,
    ...(cors.AllowCredentials && { "access-control-allow-credentials": "true" }),
  };
  if (request.method !== "OPTIONS") {
    return {
      ...allowed,
      ...(ExposeHeaders.length > 0 && { "access-control-expose-headers": ExposeHeaders.join(",") }),
    };
  }
  return {
    ...allowed,
    "access-control-allow-methods": AllowMethods.join(","),
    "access-control-allow-headers": AllowHeaders.join(","),
    ...(MaxAge !== undefined && { "access-control-max-age": String(MaxAge) }),
  };
}

/** An API with CORS settings ignores the CORS headers of its functions. */
export function dropCorsHeaders(headers: Record<string, unknown>): void {
  for (const name of Object.keys(headers)) if (name.startsWith("access-control-")) delete headers[name];
}
