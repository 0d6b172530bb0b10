import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { ACCOUNT } from "./template.ts";

type Parts = {
  url: URL;
  path: string;
  parameters: Record<string, string>;
  body: Buffer;
  routeKey: string;
  requestId: string;
};

/** A body of any other type arrives in base64, forms among them. */
const isText = (contentType: string) =>
  /^(text\/|application\/(json|javascript|xml)\b)|\+(json|xml)\b/.test(contentType);

/** A request as payload format 2.0 has it. */
export function eventOf(
  request: IncomingMessage,
  { url, path, parameters, body, routeKey, requestId }: Parts,
): APIGatewayProxyEventV2 {
  const { cookie, ...headers } = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(",")]),
  );
  const now = new Date();
  const text = isText(headers["content-type"] ?? "");
  const query: Record<string, string> = {};
  for (const [name, value] of url.searchParams)
    query[name] = name in query ? `${query[name]},${value}` : value;
  return {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString: url.search.slice(1),
    ...(cookie && { cookies: cookie.split("; ") }),
    headers: headers as Record<string, string>,
    ...(url.search.length > 1 && { queryStringParameters: query }),
    ...(Object.keys(parameters).length > 0 && { pathParameters: parameters }),
    requestContext: {
      accountId: ACCOUNT,
      apiId: "local",
      domainName: "localhost",
      domainPrefix: "localhost",
      http: {
        method: request.method ?? "GET",
        path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? "",
        userAgent: headers["user-agent"] ?? "",
      },
      requestId,
      routeKey,
      stage: "$default",
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
    ...(body.length > 0 && { body: body.toString(text ? "utf8" : "base64") }),
    isBase64Encoded: body.length > 0 && !text,
  };
}

/** A reply without a status code is the body of a 200, as payload format 2.0 has it. */
export function resultOf(payload: string): APIGatewayProxyStructuredResultV2 | undefined {
  const value: unknown = JSON.parse(payload);
  if (typeof value === "object" && value !== null && "statusCode" in value)
    return value as APIGatewayProxyStructuredResultV2;
  if (value === null) return undefined;
  return { statusCode: 200, body: typeof value === "string" ? value : JSON.stringify(value) };
}
