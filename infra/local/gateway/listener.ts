import { createServer, type RequestListener, type Server } from "node:http";
import { StartupFailure } from "../failure.ts";

/** Answers from the first instant that the port is open, so a caller can poll for the end of the start. */
export const notReady: RequestListener = (_, response) => {
  response
    .writeHead(503, { "content-type": "application/json", "retry-after": "1", connection: "close" })
    .end(JSON.stringify({ message: "The local cloud is starting. Try again in a second." }));
};

/** Opens the port, and fails if another program has it. */
export async function listen(port: number): Promise<Server> {
  const server = createServer(notReady);
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
