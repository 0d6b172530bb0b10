import { type CallToolResult, McpServer } from "@modelcontextprotocol/server";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { companyTools } from "../../contract/company-mcp.ts";
import { serverInfo } from "../../contract/mcp.ts";
import { argumentsOf, toolSchema } from "../../contract/openapi/tool-schema.ts";
import type { PlatformOperation } from "../../contract/operation.ts";
import type { ApiKey } from "../../domain/account/api-key.ts";
import { includesScope } from "../../domain/account/scope.ts";
import { baseUrl, type Result } from "../serve/responses.ts";
import { listedSchema } from "./standard-schema.ts";

/** An operation's function, as the gateway calls it. */
type Handler = (event: APIGatewayProxyEventV2, context: never) => Promise<Result>;
export type Handlers = Readonly<Record<string, () => Promise<{ handler: unknown }>>>;

/** The list depends on the key. It has ten tools at most, so clients may keep it for a minute. */
const CACHE = { ttlMs: 60_000, cacheScope: "private" } as const;

const options = {
  instructions:
    "Reads a company's drivers, payouts, balance and events, and proposes payouts. Only a person of the company approves a proposal. Ids and amounts in cents are those of the Platform API.",
  capabilities: { tools: { listChanged: false } },
  cacheHints: { "server/discover": CACHE, "tools/list": CACHE },
  inputRequired: { legacyShim: false },
};

/** With the tools of a key's scopes. Each call is a request of its operation: its key, quota and checks. */
export function companyServer(handlers: Handlers, { scopes }: ApiKey, event: APIGatewayProxyEventV2) {
  const server = new McpServer(serverInfo(baseUrl()), options);
  for (const { op, tool } of companyTools) {
    const { name, title, description, hints: annotations } = tool;
    const inputSchema = listedSchema<Arguments>(() => toolSchema(argumentsOf(op), "input"));
    const load = handlers[name];
    if (!load || !includesScope(scopes, op.scope)) continue;
    server.registerTool(name, { title, description, inputSchema, annotations }, async (args) => {
      const { handler } = (await load()) as { handler: Handler };
      return resultOf(await handler(requestOf(op, args ?? {}, event), {} as never));
    });
  }
  return server;
}

type Arguments = Record<string, unknown>;

function requestOf(op: PlatformOperation, args: Arguments, event: APIGatewayProxyEventV2) {
  const { headers, requestContext } = event;
  const inPath = Object.entries(args).filter(([name]) => name in (op.params?.shape ?? {}));
  const others = Object.entries(args).filter(([name]) => !(name in (op.params?.shape ?? {})));
  const isRead = op.method === "GET";
  const { body: _, isBase64Encoded: __, ...rest } = event;
  return {
    ...rest,
    routeKey: `${op.method} ${op.path}`,
    rawPath: op.path,
    isBase64Encoded: false,
    headers: {
      ...(headers.authorization && { authorization: headers.authorization }),
      accept: "application/json",
      "content-type": "application/json",
    },
    pathParameters: Object.fromEntries(inPath.map(([name, value]) => [name, String(value)])),
    rawQueryString: isRead ? new URLSearchParams(others.flatMap(written)).toString() : "",
    ...(!isRead && (op.body || others.length > 0) && { body: JSON.stringify(Object.fromEntries(others)) }),
    requestContext: { ...requestContext, http: { ...requestContext.http, method: op.method, path: op.path } },
  };
}

const written = ([name, value]: [string, unknown]): [string, string][] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).map(([inner, text]) => [`${name}[${inner}]`, String(text)])
    : [[name, String(value)]];

function resultOf({ body = "{}" }: Result): CallToolResult {
  const reply = JSON.parse(body) as Arguments & { error?: { code: string; message: string; param?: string } };
  if (!reply.error) return { content: [{ type: "text", text: body }], structuredContent: reply };
  return { isError: true, content: [{ type: "text", text: inOneSentence(reply.error) }] };
}

/** What is wrong, and what to do: one sentence, with the code. */
function inOneSentence({ code, message, param }: { code: string; message: string; param?: string }): string {
  const joined = message
    .replace(/\.$/, "")
    .replace(/\. ([A-Z])(?=[a-z'])/g, (_, letter: string) => `; ${letter.toLowerCase()}`)
    .replace(/\. (?=\S)/g, "; ");
  return `${joined} (${code}${param ? `, parameter ${param}` : ""}).`;
}
