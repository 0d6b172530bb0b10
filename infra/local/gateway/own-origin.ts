import type { IncomingHttpHeaders, ServerResponse } from "node:http";

const NAMES = ["localhost", "127.0.0.1", "[::1]"];
/** Clients leave it out of the host and of the origin. */
const DEFAULT_PORT = 80;

/** The origin exposes a foreign page; the host a foreign name for the loopback (DNS rebinding). */
export function isOwnOrigin(headers: IncomingHttpHeaders, port: number): boolean {
  const withPort = NAMES.map((name) => `${name}:${port}`);
  const hosts = port === DEFAULT_PORT ? [...withPort, ...NAMES] : withPort;
  const { host = "", origin, "sec-fetch-site": site, "sec-fetch-dest": destination } = headers;
  if (!hosts.includes(host)) return false;
  if (origin !== undefined) return hosts.some((host) => origin === `http://${host}`);
  // A link may lead here from anywhere. A foreign page may neither load nor frame anything from here.
  return destination === "document" || site === undefined || site === "same-origin" || site === "none";
}

export function refuseForeign(response: ServerResponse): void {
  response
    .writeHead(403, { "content-type": "application/json" })
    .end(JSON.stringify({ message: "Only this machine's own pages and programs may use /_local/." }));
}
