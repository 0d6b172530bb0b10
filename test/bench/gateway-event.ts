import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { ExampleRequest } from "./example-request.ts";

/** The request as API Gateway hands it to a function, in its payload format 2.0. */
export function gatewayEvent(routeKey: string, request: ExampleRequest): APIGatewayProxyEventV2 {
  const { method, path, pathParameters, query, body } = request;
  return {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString: query,
    headers: { host: "localhost", ...(body && { "content-type": "application/json" }) },
    ...(query && { queryStringParameters: Object.fromEntries(new URLSearchParams(query)) }),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    requestContext: {
      accountId: "000000000000",
      apiId: "bench",
      domainName: "localhost",
      domainPrefix: "localhost",
      http: { method, path, protocol: "HTTP/1.1", sourceIp: "192.0.2.1", userAgent: "bench" },
      requestId: "bench",
      routeKey,
      stage: "$default",
      time: "21/Nov/2026:09:30:00 +0000",
      timeEpoch: 1_795_253_400_000,
    },
    ...(body && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
  };
}
