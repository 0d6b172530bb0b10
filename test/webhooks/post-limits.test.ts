import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { AttemptResult } from "../../shared/domain/webhook/attempt.ts";
import { BOUNDS } from "../../shared/webhooks/post.ts";
import { anyCharacter } from "../support/any-text.ts";
import { type Behaviour, forever, listen, ownAddress, raw } from "./loopback.ts";
import { quick, startPublicReceiver } from "./public-receiver.ts";

const { deliver, close } = await startPublicReceiver();
afterAll(() => close());

describe("a receiver that misbehaves stays within the limits of time and bytes:", () => {
  const head = "HTTP/1.1 200 OK\r\n";
  const chunked = `${head}transfer-encoding: chunked\r\n\r\n`;
  const cases: [string, Behaviour, Partial<AttemptResult>][] = [
    ["silence", () => {}, { outcome: "timeout" }],
    ["headers in drips", forever(head, "x-a: b\r\n", 100), { outcome: "timeout" }],
    ["one header in drips", forever(`${head}x-a: `, "b", 100), { outcome: "timeout" }],
    [
      "headers for ever",
      forever(head, `x-a: ${"b".repeat(500)}\r\n`),
      { outcome: "unreachable", cause: "protocol" },
    ],
    ["100 Continue for ever", forever("", "HTTP/1.1 100 Continue\r\n\r\n", 20), { outcome: "timeout" }],
    ["a body in drips", forever(chunked, "1\r\na\r\n", 100), { outcome: "timeout", status: 200 }],
    [
      "half a body",
      raw(`${head}content-length: 9\r\n\r\nhalf`),
      { outcome: "timeout", status: 200, excerpt: "half" },
    ],
    [
      "a body for ever",
      forever(chunked, `400\r\n${"a".repeat(1024)}\r\n`),
      { outcome: "delivered", status: 200 },
    ],
    [
      "a refusal for ever",
      forever("HTTP/1.1 500 No\r\n\r\n", "a".repeat(1024)),
      { outcome: "refused", status: 500 },
    ],
    [
      "chunk extensions for ever",
      forever(`${chunked}1;`, "a".repeat(1024)),
      { outcome: "unreachable", status: 200 },
    ],
    [
      "trailers for ever",
      forever(`${chunked}0\r\n`, `x-a: ${"b".repeat(500)}\r\n`),
      { outcome: "unreachable" },
    ],
    [
      "an upgrade",
      raw("HTTP/1.1 101 Up\r\nconnection: upgrade\r\nupgrade: ws\r\n\r\n"),
      { outcome: "unreachable" },
    ],
    ["another protocol", raw("SSH-2.0-OpenSSH_9.9\r\n"), { outcome: "unreachable", cause: "protocol" }],
    ["hanging up", (socket) => socket.destroy(), { outcome: "unreachable", cause: "protocol" }],
    [
      "hanging up in the middle",
      (socket) => void socket.write(`${chunked}4\r\nhalf\r\n`, () => setTimeout(() => socket.destroy(), 50)),
      { outcome: "unreachable", cause: "protocol", status: 200, excerpt: "half" },
    ],
    [
      "two lengths",
      raw(`${head}content-length: 1\r\ncontent-length: 2\r\n\r\nab`),
      { outcome: "unreachable" },
    ],
  ];

  /** Each case has its own server, so the cases that run to the timeout run in parallel. */
  async function alone(behave: Behaviour): Promise<AttemptResult> {
    const address = ownAddress();
    const server = await listen(address);
    const more = {
      resolve: async () => [address],
      isPublic: (target: string) => target === address,
      bounds: quick,
    };
    return deliver(behave, more, server).finally(server.close);
  }
  const patient = new Map<string, Promise<AttemptResult>>();
  beforeAll(() => {
    for (const [what, behave, { outcome }] of cases) {
      if (outcome !== "timeout") continue;
      const result = alone(behave);
      result.catch(() => "its test reports it");
      patient.set(what, result);
    }
  });

  test.each(cases)("%s", async (what, behave, expected) => {
    const result = await (patient.get(what) ?? deliver(behave));
    expect(result).toMatchObject(expected);
    expect(Buffer.byteLength(result.excerpt ?? "")).toBeLessThanOrEqual(BOUNDS.excerptBytes);
    // The timeout ended it, and nothing earlier.
    if (expected.outcome === "timeout") expect(result.duration_ms).toBeGreaterThanOrEqual(quick.totalMs - 10);
  });

  test("a gzip bomb is not decompressed", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const start = `${head}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`;
    const before = process.memoryUsage().rss;
    expect(await deliver(raw(Buffer.concat([Buffer.from(start), bomb])))).toMatchObject({
      outcome: "delivered",
      excerpt: "",
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(32 * 1024 * 1024);
  });

  test("any bytes give an outcome in time", async () => {
    const line = fc.constantFrom(
      "HTTP/1.1 200 OK\r\n",
      "HTTP/1.0 200\r\n",
      "HTTP/1.1 500 x\r\n",
      "HTTP/1.1 -1\r\n",
      "",
    );
    const header = fc.constantFrom(
      "content-length: 3\r\n",
      "content-length: -3\r\n",
      "transfer-encoding: chunked\r\n",
      "transfer-encoding: gzip\r\n",
      "connection: keep-alive\r\n",
      "location: https://127.0.0.1:8443/\r\n",
      "retry-after: 1e9\r\n",
      "\u0000: x\r\n",
    );
    const rest = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constant("3\r\nabc\r\n0\r\n\r\n"),
      fc.constant("abc"),
    );
    const bytes = fc.tuple(line, fc.array(header), fc.constantFrom("\r\n", "\n", ""), rest);
    await fc.assert(
      fc.asyncProperty(bytes, async ([first, headers, blank, body]) => {
        await deliver((socket) => socket.end([first, ...headers, blank, body].join("")), { bounds: quick });
      }),
      { numRuns: 150 },
    );
  });
});
