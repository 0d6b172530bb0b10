import { createServer, type RequestListener, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { StartupFailure } from "../base/failure.ts";
import { STARTING } from "../base/running.ts";

/** Answers from the first instant that the port is open, so a caller can poll for the end of the start. */
export const notReady: RequestListener = (_, response) => {
  response
    .writeHead(503, {
      "content-type": "application/json",
      "retry-after": "1",
      connection: "close",
      "x-amzn-errortype": STARTING,
    })
    .end(JSON.stringify({ message: "The local cloud is starting. Try again in a second." }));
};

/** Usually a key that was copied with a line break, so the body says why. */
const REFUSED = JSON.stringify({
  message:
    "Bad Request. The request is not valid HTTP: a header may have a line break or another character that HTTP does not allow.",
});

function refuse(_: Error, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${REFUSED.length}\r\nConnection: close\r\n\r\n${REFUSED}`,
  );
}

export async function listen(port: number): Promise<Server> {
  const server = createServer(notReady).on("clientError", refuse);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE")
      throw new StartupFailure(`Port ${port} is in use. Choose another with --port.`);
    throw new StartupFailure(`Cannot listen on port ${port}: ${error.message}. Choose another with --port.`);
  });
  return server;
}
