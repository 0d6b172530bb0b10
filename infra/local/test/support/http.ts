import { request as httpRequest, type IncomingHttpHeaders } from "node:http";

export type Call = {
  method?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  body?: string | Buffer;
  headers?: Record<string, string>;
  /** The source address, one of 127.0.0.0/8. */
  from?: string;
};

export type Reply = {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  json: Json;
};
// biome-ignore lint/suspicious/noExplicitAny: each test knows what its reply contains
export type Json = any;

/** Sends one request on a new connection. */
export function send(url: string, { method, json, body, headers = {}, from }: Call): Promise<Reply> {
  const payload = json === undefined ? body : JSON.stringify(json);
  return new Promise((resolve, reject) => {
    const { hostname, port, pathname, search } = new URL(url);
    const request = httpRequest(
      {
        host: hostname === "localhost" ? "127.0.0.1" : hostname,
        port,
        path: pathname + search,
        method: method ?? (payload === undefined ? "GET" : "POST"),
        headers: { ...(json !== undefined && { "content-type": "application/json" }), ...headers },
        ...(from && { localAddress: from }),
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString("utf8");
          const isPlain = text !== "" && response.headers["content-encoding"] === undefined;
          const isJson =
            isPlain &&
            !/^(text\/|image\/|application\/(pdf|zip|gzip|jwt))/.test(`${response.headers["content-type"]}`);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            text,
            json: isJson ? JSON.parse(text) : undefined,
          });
        });
        response.on("error", reject);
      },
    );
    request.on("error", reject);
    request.end(payload);
  });
}
