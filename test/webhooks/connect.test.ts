import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, test } from "@jest/globals";
import { connectPinned } from "../../shared/webhooks/connect.ts";
import { ownAddress } from "./loopback.ts";

/** A server that accepts no connection until it is woken. Meanwhile clients retry after a second. */
const busy = `
  const { workerData: { host, awake }, parentPort } = require("node:worker_threads");
  const server = require("node:net").createServer((socket) => socket.on("error", () => {}));
  server.listen({ host, port: 0, backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(awake, 0, 0, 4_000);
  });
`;

test("a slow address gets its time although another address is unreachable", async () => {
  const host = ownAddress();
  const awake = new Int32Array(new SharedArrayBuffer(4));
  const server = new Worker(busy, { eval: true, workerData: { host, awake } });
  const [port] = await once(server, "message");
  const crowd = Array.from({ length: 4 }, () => connectTcp(port, host).on("error", () => {}));
  await sleep(200);

  setTimeout(() => {
    Atomics.store(awake, 0, 1);
    Atomics.notify(awake, 0);
  }, 400);
  try {
    const started = performance.now();
    const target = { url: new URL(`http://hooks.example.com:${port}/`), local: true };
    const socket = await connectPinned(target, [host, ownAddress()], { signal: AbortSignal.timeout(5_000) });
    // Otherwise the test proves nothing.
    expect(performance.now() - started).toBeGreaterThan(300);
    expect(socket).toMatchObject({ remoteAddress: host });
    if (typeof socket === "object") socket.destroy();
  } finally {
    for (const each of crowd) each.destroy();
    await server.terminate();
  }
});
