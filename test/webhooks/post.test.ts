import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { AttemptResult } from "../../shared/domain/webhook/attempt.ts";
import { BOUNDS, type Bounds, type PostOptions, post } from "../../shared/webhooks/post.ts";
import { publicDns } from "../../shared/webhooks/public-dns.ts";
import { anyCharacter } from "../support/any-text.ts";
import { type DnsStub, startDns } from "./dns-stub.ts";
import {
  answer,
  type Behaviour,
  ca,
  forever,
  HOST,
  type Listener,
  listen,
  ownAddress,
  raw,
} from "./loopback.ts";

/** Long enough to connect on a busy machine, and short enough for a test. */
const quick: Bounds = { ...BOUNDS, connectMs: 1_000, totalMs: 1_200 };
const SLACK_MS = 1_500;

let partner: Listener;
let dns: DnsStub;
let options: PostOptions;
beforeAll(async () => {
  const address = ownAddress();
  partner = await listen(address);
  dns = await startDns((name) => (name === HOST ? [address] : []));
  // The one loopback address that counts as public here.
  options = { bounds: quick, ca, resolve: publicDns([dns.server]), isPublic: (one) => one === address };
});
afterAll(() => {
  partner.close();
  dns.close();
});
afterEach(() => {
  partner.heard.length = 0;
});

const url = `https://${HOST}:8443/in?x=1`;
const request = { url, headers: { "content-type": "application/json" }, body: Buffer.from('{"a":"é"}') };

async function deliver(
  behave: Behaviour,
  more: PostOptions = {},
  to: Listener = partner,
): Promise<AttemptResult> {
  to.behave = behave;
  const started = performance.now();
  const result = await post(request, { ...options, ...more });
  const took = performance.now() - started;
  expect(took).toBeLessThan(quick.totalMs + SLACK_MS);
  expect(Math.abs(result.duration_ms - took)).toBeLessThan(300);
  return AttemptResult.parse(result);
}

test("an attempt has 5 s to connect and 15 s in all, reads 64 KiB and stores 16 KiB", () => {
  expect(BOUNDS).toEqual({
    connectMs: 5_000,
    totalMs: 15_000,
    headerBytes: 16_384,
    readBytes: 65_536,
    excerptBytes: 16_384,
  });
});

test("the request has the given bytes, headers and host, and asks for no encoding and no second request", async () => {
  expect(await deliver(answer("200 OK", "fine"))).toMatchObject({
    outcome: "delivered",
    status: 200,
    excerpt: "fine",
  });
  const [head = "", body] = (partner.heard[0] ?? "").split("\r\n\r\n");
  const [first, ...headers] = head.split("\r\n").map((line) => line.toLowerCase());
  expect(first).toBe("post /in?x=1 http/1.1");
  expect(headers.sort()).toEqual([
    "accept-encoding: identity",
    "connection: close",
    "content-length: 10",
    "content-type: application/json",
    `host: ${HOST}:8443`,
  ]);
  expect(Buffer.from(body ?? "", "latin1")).toEqual(request.body);
});

describe("a response", () => {
  test.each([
    ["200 OK", "delivered"],
    ["201 Created", "delivered"],
    ["204 No Content", "delivered"],
    ["299 Odd", "delivered"],
    ["300 Multiple", "refused"],
    ["304 Not Modified", "refused"],
    ["400 Bad Request", "refused"],
    ["410 Gone", "refused"],
    ["429 Slow Down", "refused"],
    ["500 Oops", "refused"],
    ["999 Odd", "refused"],
  ])("with status %s is %s", async (status, outcome) => {
    expect(await deliver(answer(status))).toMatchObject({ outcome, status: Number(status.slice(0, 3)) });
  });
});

describe("retry-after", () => {
  test.each([
    ["120", 120],
    ["0", 0],
    ["Sat, 21 Nov 2026 10:00:30 GMT", 30],
    ["Sat, 21 Nov 2026 09:00:00 GMT", 0],
    ["99999999999999999999", undefined],
    ["999999999999", 31_536_000],
    ["-1", undefined],
    ["soon", undefined],
  ])("of %s is %p", async (value, seconds) => {
    const headers = [`retry-after: ${value}`, "date: Sat, 21 Nov 2026 10:00:00 GMT"];
    expect((await deliver(answer("503 Busy", "", headers))).retry_after).toBe(seconds);
  });

  test("with a date, in a response without a date, counts from our clock", async () => {
    const at = new Date(Date.now() + 60_000).toUTCString();
    const { retry_after } = await deliver(answer("503 Busy", "", [`retry-after: ${at}`]));
    expect(Math.abs((retry_after ?? 0) - 60)).toBeLessThanOrEqual(2);
  });
});

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
    const more = { resolve: async () => [address], isPublic: (one: string) => one === address };
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

  test("a huge response is read only up to the limit", async () => {
    const sent = { bytes: 0 };
    const result = await deliver((socket) => {
      forever(`${head}content-length: 1000000000\r\n\r\n`, "a".repeat(16_384))(socket);
      socket.on("close", () => {
        sent.bytes = socket.bytesWritten;
      });
    });
    expect(result).toMatchObject({ outcome: "delivered", excerpt: "a".repeat(16_384) });
    await new Promise((resolve) => setTimeout(resolve, 100));
    // Plus the buffers of both kernels.
    expect(sent.bytes).toBeLessThan(16 * 1024 * 1024);
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
        await deliver((socket) => socket.end([first, ...headers, blank, body].join("")));
      }),
      { numRuns: 150 },
    );
  });
});

describe("the connection", () => {
  test("fails with a certificate of another name, or of an unknown authority", async () => {
    const before = partner.heard.length;
    const elsewhere = { ...request, url: "https://other.acme-fleet.com:8443/" };
    const resolve = options.resolve ?? publicDns();
    expect(await post(elsewhere, { ...options, resolve: () => resolve(HOST) })).toMatchObject({
      outcome: "unreachable",
      cause: "tls",
    });
    const { ca: _, ...trusting } = options;
    expect(await post(request, trusting)).toMatchObject({ outcome: "unreachable", cause: "tls" });
    expect(partner.heard.slice(before).join("")).toBe("");
  });

  test("has a timeout of its own, for a silent server and a silent name server", async () => {
    const deaf = await listen(ownAddress(), { tls: false });
    const bounds = { ...BOUNDS, connectMs: 300 };
    const [address = ""] = deaf.address.split(":");
    const silent = { resolve: async () => [address], isPublic: () => true, bounds };
    expect(await post(request, silent)).toMatchObject({ outcome: "timeout" });
    const lost = await startDns(() => undefined);
    const result = await post(request, { ...options, resolve: publicDns([lost.server]), bounds });
    expect(result).toMatchObject({ outcome: "timeout" });
    expect(result.duration_ms).toBeLessThan(300 + SLACK_MS);
    deaf.close();
    lost.close();
  });

  test("distinguishes a name without addresses from a closed port", async () => {
    const unknown = { ...request, url: "https://unknown.acme-fleet.com:8443/" };
    expect(await post(unknown, options)).toMatchObject({ outcome: "unreachable", cause: "dns" });
    const nobody = { ...options, resolve: async () => [ownAddress()], isPublic: () => true };
    expect(await post(request, nobody)).toMatchObject({ outcome: "unreachable", cause: "connect" });
  });

  test("falls back to the next address when the first is silent", async () => {
    const [address = ""] = partner.address.split(":");
    partner.behave = answer("200 OK");
    const both = { ...options, resolve: async () => [ownAddress(), address], isPublic: () => true };
    expect(await post(request, both)).toMatchObject({ outcome: "delivered" });
  });

  test("is new for each attempt", async () => {
    const before = partner.connections;
    await deliver(answer("200 OK", "", ["connection: keep-alive"]));
    await deliver(answer("200 OK", "", ["connection: keep-alive"]));
    expect(partner.connections - before).toBe(2);
  });
});
