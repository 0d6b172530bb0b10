import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { ACCOUNT } from "../base/template.ts";

type Parts = {
  path: string;
  query: string;
  parameters: Record<string, string>;
  body: Buffer;
  routeKey: string;
  requestId: string;
  /** As on AWS, an event without any has no field for them. */
  stageVariables?: Record<string, string>;
};

/** API Gateway normalises neither `//` nor `..`. `GET http://host/path` counts as its path. */
export function targetOf({ url = "/" }: IncomingMessage): { path: string; query: string } {
  const [target = ""] = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").split("#");
  const end = target.indexOf("?");
  if (end === -1) return { path: target || "/", query: "" };
  return { path: target.slice(0, end) || "/", query: target.slice(end + 1) };
}

/** Bodies of all other types, including forms, are passed on in base64, and bytes that are no text. */
const isText = (contentType: string, body: Buffer) =>
  isUtf8(body) && /^(text\/|application\/(json|javascript|xml)\b)|\+(json|xml)\b/.test(contentType);

export function eventOf(
  request: IncomingMessage,
  { path, query, parameters, body, routeKey, requestId, stageVariables = {} }: Parts,
): APIGatewayProxyEventV2 {
  const { cookie, ...distinct } = request.headersDistinct;
  const headers = Object.fromEntries(
    Object.entries(distinct).map(([name, values = []]) => [name, values.join(",")]),
  );
  const now = new Date();
  const text = isText(headers["content-type"] ?? "", body);
  const values: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query))
    values[name] = name in values ? `${values[name]},${value}` : value;
  return {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString: query,
    ...(cookie && { cookies: cookie.flatMap((each) => each.split("; ")) }),
    headers,
    ...(query !== "" && { queryStringParameters: values }),
    ...(Object.keys(parameters).length > 0 && { pathParameters: parameters }),
    ...(Object.keys(stageVariables).length > 0 && { stageVariables }),
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

/** In payload format 2.0, a reply without a status code is the body of a 200. */
export function resultOf(payload: string): APIGatewayProxyStructuredResultV2 | undefined {
  const value: unknown = JSON.parse(payload);
  if (typeof value === "object" && value !== null && "statusCode" in value)
    return value as APIGatewayProxyStructuredResultV2;
  if (value === null) return undefined;
  return { statusCode: 200, body: typeof value === "string" ? value : JSON.stringify(value) };
}
