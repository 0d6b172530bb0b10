import type { APIGatewayProxyEventV2 } from "aws-lambda";

type Parts = {
  path?: string;
  query?: string;
  headers?: Record<string, string>;
  body?: string;
  params?: Record<string, string>;
  /** The source address. */
  from?: string;
};

/** A payload 2.0 event as the gateway sends it, for calling a handler directly. */
export function gatewayEvent(
  method: string,
  { path = "/", query = "", headers = {}, body, params, from = "192.0.2.1" }: Parts = {},
): APIGatewayProxyEventV2 {
  return {
    version: "2.0",
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: query,
    headers,
    ...(params && { pathParameters: params }),
    ...(body !== undefined && { body }),
    isBase64Encoded: false,
    requestContext: {
      accountId: "000000000000",
      apiId: "test",
      domainName: "localhost",
      domainPrefix: "localhost",
      http: { method, path, protocol: "HTTP/1.1", sourceIp: from, userAgent: "test" },
      requestId: "request-1",
      routeKey: `${method} ${path}`,
      stage: "$default",
      time: "",
      timeEpoch: 0,
    },
  };
}
