import type { Json, Reply } from "../../../infra/local/test/support/http.ts";
import { type Cloud, freshAddress } from "./cloud.ts";

export const MCP = "/api/mcp";
export const MODERN = "2026-07-28";
export const LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;

const META = "io.modelcontextprotocol";

type Options = { from?: string; headers?: Record<string, string>; capabilities?: object; version?: string };

/** A request of the revision 2026-07-28 with all its required headers and metadata. */
export function modern(cloud: Cloud, method: string, params: Json = {}, options: Options = {}) {
  const { from = freshAddress(), headers = {}, capabilities = {}, version = MODERN } = options;
  const name = params.name ?? params.uri;
  const _meta = {
    [`${META}/protocolVersion`]: version,
    [`${META}/clientInfo`]: { name: "test", version: "1" },
    [`${META}/clientCapabilities`]: capabilities,
  };
  return cloud.call(MCP, {
    json: { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } },
    headers: {
      "mcp-protocol-version": version,
      "mcp-method": method,
      ...(name && { "mcp-name": name }),
      ...headers,
    },
    from,
  });
}

/** A request of an older revision, without a session. */
export const legacy = (cloud: Cloud, method: string, params: Json = {}, options: Options = {}) =>
  cloud.call(MCP, {
    json: { jsonrpc: "2.0", id: 1, method, params },
    headers: { "mcp-protocol-version": options.version ?? "2025-11-25", ...options.headers },
    from: options.from ?? freshAddress(),
  });

export const initialize = (cloud: Cloud, protocolVersion: string) =>
  legacy(cloud, "initialize", {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });

/** The result of a request. Throws if the reply is a protocol error. */
export function resultOf({ json, text }: Reply): Json {
  if (!json?.result) throw new Error(`No result: ${text}`);
  return json.result;
}

export const call = async (cloud: Cloud, name: string, args: Json, options: Options = {}): Promise<Json> =>
  resultOf(await modern(cloud, "tools/call", { name, arguments: args }, options));

/** The HTTP status, and the protocol's error code if there is one. */
export const statusOf = async (reply: Promise<Reply>): Promise<[number, number | undefined]> => {
  const { status, json } = await reply;
  return [status, json?.error?.code];
};
