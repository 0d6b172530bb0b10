import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import type { Reply } from "./http-client.ts";

/** The floor of a request over HTTP: a server that only sends the same bytes. It runs as a worker. */
const { status, headers, body } = workerData as Reply;

const server = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(status, headers).end(body));
});
server.listen(0, "127.0.0.1", () =>
  parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
