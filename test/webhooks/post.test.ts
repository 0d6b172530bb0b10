import { afterAll, afterEach, expect, test } from "@jest/globals";
import { BOUNDS, post } from "../../shared/webhooks/post.ts";
import { publicDns } from "../../shared/webhooks/public-dns.ts";
import { startDns } from "./dns-stub.ts";
import { answer, HOST, listen, ownAddress } from "./loopback.ts";
import { request, SLACK_MS, startPublicReceiver } from "./public-receiver.ts";

const { partner, options, deliver, close } = await startPublicReceiver();
afterAll(() => close());
afterEach(() => {
  partner.heard.length = 0;
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

test.each([
  ["200 OK", "delivered"],
  ["299 Odd", "delivered"],
  ["300 Multiple", "refused"],
  ["410 Gone", "refused"],
  ["999 Odd", "refused"],
])("a response with status %s is %s", async (status, outcome) => {
  expect(await deliver(answer(status))).toMatchObject({ outcome, status: Number(status.slice(0, 3)) });
});

test.each([
  ["120", 120],
  ["0", 0],
  ["Sat, 21 Nov 2026 10:00:30 GMT", 30],
  ["Sat, 21 Nov 2026 09:00:00 GMT", 0],
  ["99999999999999999999", undefined],
  ["999999999999", 31_536_000],
  ["-1", undefined],
  ["soon", undefined],
])("a retry-after of %s is %p seconds", async (value, seconds) => {
  const headers = [`retry-after: ${value}`, "date: Sat, 21 Nov 2026 10:00:00 GMT"];
  expect((await deliver(answer("503 Busy", "", headers))).retry_after).toBe(seconds);
});

test("a retry-after with a date, in a response without a date, counts from our clock", async () => {
  const at = new Date(Date.now() + 60_000).toUTCString();
  const { retry_after } = await deliver(answer("503 Busy", "", [`retry-after: ${at}`]));
  expect(Math.abs((retry_after ?? 0) - 60)).toBeLessThanOrEqual(2);
});

test("the connection fails with a certificate of another name, or of an unknown authority", async () => {
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

test("the connection has a timeout of its own, for a silent server and a silent name server", async () => {
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

test("the connection distinguishes a name without addresses from a closed port", async () => {
  const unknown = { ...request, url: "https://unknown.acme-fleet.com:8443/" };
  expect(await post(unknown, options)).toMatchObject({ outcome: "unreachable", cause: "dns" });
  const unused = { ...options, resolve: async () => [ownAddress()], isPublic: () => true };
  expect(await post(request, unused)).toMatchObject({ outcome: "unreachable", cause: "connect" });
});

test("the connection falls back to the next address when the first is silent", async () => {
  const [address = ""] = partner.address.split(":");
  partner.behave = answer("200 OK");
  const both = { ...options, resolve: async () => [ownAddress(), address], isPublic: () => true };
  expect(await post(request, both)).toMatchObject({ outcome: "delivered" });
});

test("each attempt opens a new connection", async () => {
  const before = partner.connections;
  await deliver(answer("200 OK", "", ["connection: keep-alive"]));
  await deliver(answer("200 OK", "", ["connection: keep-alive"]));
  expect(partner.connections - before).toBe(2);
});
