import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import { svixBurst } from "./svix.ts";
import { startSink } from "./webhook-parts.ts";

/** The stub has svix-server's routes of an application, its endpoint and messages to it. */
test("svix-server gets the burst", async () => {
  const sink = await startSink();
  const asked: string[] = [];
  let endpoint = "";
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as { url: string; payload: object };
    asked.push(`${request.headers.authorization} ${request.url}`);
    if (request.url?.endsWith("/endpoint")) endpoint = body.url;
    if (request.url?.endsWith("/msg"))
      await fetch(endpoint, { method: "POST", body: JSON.stringify(body.payload) });
    response.writeHead(201).end('{"id":"app_1"}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const named = { SVIX_URL: `http://127.0.0.1:${port}`, SVIX_TOKEN: "token", SVIX_PID: String(process.pid) };
  try {
    expect(await svixBurst(sink, 5, {})).toBeUndefined();
    const measured = { perSecond: expect.any(Number), eventMs: expect.any(Number) };
    expect(await svixBurst(sink, 5, named)).toEqual(measured);
    expect(asked.toSorted()).toEqual([
      "Bearer token /api/v1/app",
      "Bearer token /api/v1/app/app_1/endpoint",
      ...Array<string>(10).fill("Bearer token /api/v1/app/app_1/msg"),
    ]);
  } finally {
    sink.close();
    server.close();
    server.closeAllConnections();
  }
});
