import { buffer } from "node:stream/consumers";
import { freshAddress } from "../../../../test/support/cloud/cloud.ts";
import { served } from "../../../../test/support/cloud/served.ts";
import { type Reply, send } from "../../../local/test/support/http.ts";

export type Recorded = { method: string; path: string; reply: Reply };

/** `url`: the base URL of a sample. `of`: what the sample asked and got. */
export type Recorder = { url: (name: string) => string; of: (name: string) => readonly Recorded[] };

/**
 * A proxy before the service that records what each sample asks and gets. A sample's base URL names it. Each
 * request has a source address of its own, so no rate limit applies to it.
 */
export async function startRecorder(target: string): Promise<Recorder> {
  const recorded = new Map<string, Recorded[]>();
  const of = (name: string) => recorded.get(name) ?? [];
  const address = await served(async (request, response) => {
    const [, name = "", ...rest] = (request.url ?? "").split("/");
    // Compressed replies could not be read here.
    const { host: _, connection: __, "accept-encoding": ___, ...headers } = request.headers;
    const method = request.method ?? "GET";
    const path = `/${rest.join("/")}`;
    const body = await buffer(request);
    const call = { method, headers: headers as Record<string, string>, from: freshAddress() };
    const reply = await send(`${target}${path}`, { ...call, ...(body.length > 0 && { body }) });
    // A fast machine meets the quota of a second, and the client tries again.
    if (reply.status !== 429) recorded.set(name, [...of(name), { method, path, reply }]);
    response.writeHead(reply.status, { ...reply.headers, connection: "close" }).end(reply.bytes);
  });
  return { url: (name) => `${address}/${name}`, of };
}
