import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { postForm } from "../../../test/support/cloud/browserless.ts";
import { type Cloud, freshAddress } from "../../../test/support/cloud/cloud.ts";
import { served } from "../../../test/support/cloud/served.ts";
import { type Reply, send } from "../../local/test/support/http.ts";

/** Ends one attempt of a request: with another answer, a broken connection or none. */
type Fault = (
  response: ServerResponse,
  pass: () => Promise<Reply>,
  cloud: Cloud,
  request: IncomingMessage,
) => unknown;

const answer = (status: number, body: string, headers: Record<string, string> = {}): Fault => {
  return (response) => response.writeHead(status, { "x-request-id": "proxy", ...headers }).end(body);
};
const failure = (status: number, type: string, code: string, headers = {}) =>
  answer(
    status,
    JSON.stringify({ error: { type, code, message: "From the proxy.", param: null, doc_url: "https://x" } }),
    headers,
  );
/** Passes the request on and changes the reply. */
const changed =
  (change: (body: Record<string, unknown>) => object): Fault =>
  async (response, pass) => {
    const { status, headers, json } = await pass();
    const { "content-length": _, ...others } = closing(headers);
    response.writeHead(status, others).end(JSON.stringify(change(json)));
  };

const closing = (headers: Reply["headers"]) => ({ ...headers, connection: "close" });

const faults: Readonly<Record<string, Fault>> = {
  reset: (response) => response.destroy(),
  /** The service has done the work, and its answer is lost. */
  lost: async (response, pass) => {
    await pass();
    response.destroy();
  },
  /** The connection breaks within the answer. */
  cut: async (response, pass) => {
    const { status, headers, bytes } = await pass();
    response.writeHead(status, closing(headers));
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  },
  /** The service has done the work, and its answer never comes. The client ends the connection. */
  hang: (_, pass) => pass(),
  429: failure(429, "rate_limit_error", "rate_limit_exceeded", { "retry-after": "0" }),
  "429-long": failure(429, "rate_limit_error", "rate_limit_exceeded", { "retry-after": "86400" }),
  gateway: answer(429, '{"message":"Too Many Requests"}'),
  500: failure(500, "api_error", "internal_error"),
  503: failure(503, "api_error", "service_unavailable", { "retry-after": "0" }),
  page: answer(502, "<html>Bad gateway</html>", { "content-type": "text/html" }),
  type: failure(400, "brand_new_error", "brand_new_code"),
  code: failure(400, "invalid_request_error", "brand_new_code"),
  /** No fault: before the answer arrives, the driver opens the page that it names, and allows access. */
  consent: async (response, pass, cloud) => {
    const { status, headers, bytes, json } = await pass();
    const { pathname } = new URL(json.authorization_url);
    await postForm(cloud, pathname, { decision: "allow" }, { from: freshAddress() });
    response.writeHead(status, closing(headers)).end(bytes);
  },
  /** No fault: before the answer arrives, someone else deletes the last object of the page. */
  delete: async (response, pass, cloud, request) => {
    const { status, headers, bytes, json } = await pass();
    const { id, platform } = json.data.at(-1);
    const [path = ""] = `${request.url}`.split("?");
    const { authorization = "" } = request.headers;
    await send(`${cloud.url}${path}/${id ?? platform}`, { method: "DELETE", headers: { authorization } });
    response.writeHead(status, closing(headers)).end(bytes);
  },
  field: changed((body) => ({ ...body, brand_new: { nested: [1] } })),
  status: changed((body) => ({ ...body, status: "under_review" })),
};

/**
 * A proxy before the service. A request names its faults in `x-fault`, one for each attempt, and its call in
 * `x-step`. Each call has a source address of its own, so no rate limit applies to it.
 */
export class FaultProxy {
  readonly #attempts = new Map<string, number>();
  readonly #addresses = new Map<string, string>();
  /** The idempotency keys of each call. */
  readonly keys = new Map<string, (string | undefined)[]>();
  readonly agents = new Set<string | undefined>();
  url = "";

  static async start(cloud: Cloud): Promise<FaultProxy> {
    const proxy = new FaultProxy();
    proxy.url = await served((request, response) => {
      // Go repeats a request by itself where a connection that it uses again breaks.
      response.shouldKeepAlive = false;
      proxy.#take(request, response, cloud).catch(() => response.destroy());
    });
    return proxy;
  }

  /** Forgets the calls of another client. */
  forget(): void {
    this.#attempts.clear();
    this.keys.clear();
    this.agents.clear();
  }

  async #take(request: IncomingMessage, response: ServerResponse, cloud: Cloud): Promise<void> {
    const body = await buffer(request);
    const {
      host: _,
      connection: __,
      "x-fault": fault = "",
      "x-step": step = "",
      ...headers
    } = request.headers;
    const call = `${step} ${request.method} ${request.url}`;
    const attempt = this.#attempts.get(call) ?? 0;
    this.#attempts.set(call, attempt + 1);
    const key = headers["idempotency-key"];
    this.keys.set(call, [...(this.keys.get(call) ?? []), key?.toString()]);
    this.agents.add(headers["user-agent"]);
    const from = this.#addresses.get(`${step}`) ?? freshAddress();
    this.#addresses.set(`${step}`, from);
    const pass = () =>
      send(cloud.url + request.url, {
        method: request.method ?? "GET",
        headers: headers as Record<string, string>,
        ...(body.length > 0 && { body }),
        from,
      });
    const injected = faults[`${fault}`.split(",")[attempt] ?? ""];
    if (injected) return void (await injected(response, pass, cloud, request));
    const { status, headers: answered, bytes } = await pass();
    response.writeHead(status, closing(answered)).end(bytes);
  }
}
