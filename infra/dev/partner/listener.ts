import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it arrived. */
export type Arrival = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer };
type Answer = { status: number; text?: string };

/** Far above the size of any delivery. */
const MAX_BODY_BYTES = 1024 * 1024;

export class PortTaken extends Error {
  override readonly name = "PortTaken";
}

/** A server for deliveries, on the loopback only, because deliveries are private. */
export function startListener(
  port: number,
  receive: (arrival: Arrival) => Promise<Answer>,
  failed: (message: string) => void,
): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    bytesOf(request)
      .then((body) => {
        const { method = "", url: path = "/", headers } = request;
        return receive({ method, path, headers, body });
      })
      .then(({ status, text }) => response.writeHead(status).end(text))
      .catch((error: Error) => {
        failed(error.message);
        response.destroy();
      });
  });
  return new Promise((resolve, reject) => {
    server.once("error", ({ code, message }: NodeJS.ErrnoException) =>
      reject(
        new PortTaken(
          code === "EADDRINUSE"
            ? `Port ${port} is in use. Choose another with --port N; --port 0 picks a free one.`
            : `Cannot listen on port ${port}: ${message}`,
        ),
      ),
    );
    server.listen(port, "localhost", () => {
      const close = () => {
        server.close();
        server.closeAllConnections();
      };
      resolve({ url: `http://localhost:${(server.address() as AddressInfo).port}/`, close });
    });
  });
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES)
      throw new Error("The body is longer than 1 MB, and no delivery is: not read");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Any program on this machine may send a body, so control characters must not reach the terminal. */
export function indented(body: string): string {
  let shown = body;
  try {
    shown = JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    // Not JSON: print it unchanged.
  }
  return shown.replace(/[^\P{Cc}\n]/gu, "\ufffd").replace(/^/gm, "  ");
}
