import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { startEngine } from "../support/cloud/engine.ts";

/**
 * A table whose connections close as they do for a frozen environment: the next request on one is reset, and
 * never gets to the table. Reported: issue 1196 of aws/aws-sdk-js-v3.
 */
await startEngine();
const table = Number(new URL(process.env.AWS_ENDPOINT_URL ?? "").port);
/** The requests that a connection serves before it is closed. */
let served: number;
let resets: number;
/** Answers each request with this status. */
let failsWith: number | undefined;
let failures: number;

const proxy = createServer((client) => {
  const server = connect(table, "127.0.0.1");
  let requests = 0;
  client.on("data", (data) => {
    if (failsWith !== undefined) fail(client, failsWith);
    else if (data.subarray(0, 4).toString() === "POST" && ++requests > served) reset(client);
    else server.write(data);
  });
  server.on("data", (data) => client.write(data)).on("error", () => {});
  client.on("close", () => server.destroy()).on("error", () => {});
});
await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
process.env.AWS_ENDPOINT_URL = `http://127.0.0.1:${(proxy.address() as { port: number }).port}`;
const limits = await import("../../shared/store/table/limits.ts");
const quotas = await import("../../shared/store/table/quotas.ts");
beforeEach(() => {
  served = 1;
  resets = 0;
  failsWith = undefined;
  failures = 0;
});
afterAll(() => void proxy.close());

function reset(socket: Socket): void {
  resets++;
  socket.resetAndDestroy();
}

function fail(socket: Socket, status: number): void {
  failures++;
  socket.end(`HTTP/1.1 ${status} Failed\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}`);
}

const window = { count: 3, seconds: 60 };
const admit = (source: string) => limits.admit("op", source, [window], new Date());

test("a limit is counted over a new connection when the kept one was closed", async () => {
  expect(await admit("one")).toBeUndefined();
  expect(await admit("one")).toBeUndefined();
  expect(await admit("one")).toBeUndefined();
  expect(resets).toBeGreaterThan(0);
  // Each request was counted once.
  expect(await admit("one")).toMatchObject({ window });
});

test("a quota is counted over a new connection when the kept one was closed", async () => {
  const owner = { account_id: "acct_1", mode: "live" } as const;
  const now = new Date();
  const count = () => quotas.countRequest(owner, { per_minute: 100, per_second: 100 }, now);
  expect([await count(), await count()]).toEqual([{ used: 1 }, { used: 2 }]);
  expect(resets).toBeGreaterThan(0);
});

test("several closed connections cost one try each", async () => {
  served = 2;
  await Promise.all(["a", "b", "c"].map(admit));
  served = 1;
  expect(await admit("d")).toBeUndefined();
  expect(resets).toBe(3);
});

test("a table that closes every connection is unavailable after four tries", async () => {
  served = 0;
  await expect(admit("two")).rejects.toThrow("ECONNRESET");
  expect(resets).toBe(4);
});

test("a table that fails has one attempt", async () => {
  failsWith = 500;
  await expect(admit("three")).rejects.toThrow();
  expect(failures).toBe(1);
});
