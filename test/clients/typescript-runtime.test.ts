import { inspect } from "node:util";
import { expect, test } from "@jest/globals";
import { ResponseError, WebhookSignatureError } from "../../infra/tools/clients/typescript/src/failures.ts";
import { Listing } from "../../infra/tools/clients/typescript/src/listing.ts";
import type { ClientOptions, RequestPlan } from "../../infra/tools/clients/typescript/src/options.ts";
import { responseOf, Transport } from "../../infra/tools/clients/typescript/src/transport.ts";
import { unwrapEvent } from "../../infra/tools/clients/typescript/src/webhooks.ts";
import { newSecret, sign } from "../../shared/webhooks/signing.ts";

const KEY = "svc_test_unguessable";
type Sent = { url: string; init: RequestInit; at: number };

/** A transport whose HTTP client returns these responses in turn. */
function transportOf(answers: (() => Response)[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    init.signal?.throwIfAborted();
    sent.push({ url, init, at: performance.now() });
    const [answer] = answers.length > 1 ? answers.splice(0, 1) : answers;
    return answer?.() ?? Response.error();
  };
  const transport = new Transport(
    { baseUrl: "https://api.example.com/", retryDelay: 1, fetch, ...options },
    { userAgent: "test/1", errors: {}, apiKey: KEY },
  );
  return { transport, sent };
}

const get: RequestPlan = { method: "GET", path: "/v1/x", retry: "always", key: "none" };
const post: RequestPlan = { ...get, method: "POST", body: { a: 1 }, key: "header" };
const ok = () => Response.json({ id: "x" }, { headers: { "x-request-id": "req_1" } });
const busy = (after: string) => () => new Response("{}", { status: 429, headers: { "retry-after": after } });
const keysOf = (sent: Sent[]) =>
  sent.map(({ init }) => (init.headers as Record<string, string>)["idempotency-key"]);

test("a query leaves out what is not given and encodes the rest", async () => {
  const { transport, sent } = transportOf([ok]);
  await transport.send({ ...get, query: { limit: 2, after: undefined, text: "a b&c", yes: false } });
  expect(sent[0]?.url).toBe("https://api.example.com/v1/x?limit=2&text=a+b%26c&yes=false");
});

test("a reply has its response", async () => {
  const { transport } = transportOf([ok]);
  const reply = await transport.send(get);
  expect(reply).toEqual({ id: "x" });
  expect(responseOf(reply)).toMatchObject({ status: 200, requestId: "req_1", body: '{"id":"x"}' });
});

test("the attempts of a call have one idempotency key, and two calls have two", async () => {
  const { transport, sent } = transportOf([busy("0"), ok]);
  await transport.send(post);
  await transport.send(post);
  const [first, second, third] = keysOf(sent);
  expect([first === second, second === third, first?.length]).toEqual([true, false, 36]);
});

test("a retry waits as long as Retry-After asks", async () => {
  const { transport, sent } = transportOf([busy("1"), ok]);
  await transport.send(get);
  expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBeGreaterThanOrEqual(990);
});

test("a Retry-After with a date far away ends the call", async () => {
  const { transport, sent } = transportOf([busy(new Date(Date.now() + 3_600_000).toUTCString()), ok]);
  await expect(transport.send(get)).rejects.toThrow(ResponseError);
  expect(sent).toHaveLength(1);
});

test.each(["99999999999999999999", "1000000000000000000"])(
  "a Retry-After of %s seconds ends the call",
  async (after) => {
    const { transport, sent } = transportOf([busy(after), ok]);
    await expect(transport.send(get)).rejects.toThrow(ResponseError);
    expect(sent).toHaveLength(1);
  },
);

test.each(["-1", "-99999", "1e18", "soon", "Sun, 06 Nov 99999999999999999999 08:49:37 GMT"])(
  "a Retry-After of %s is ignored, and a negative delay is no delay",
  async (after) => {
    const { transport, sent } = transportOf([busy(after), ok], { retryDelay: -1_000 });
    await transport.send(get);
    expect(sent).toHaveLength(2);
  },
);

test("a request with a key of an earlier process keeps it", async () => {
  const { transport, sent } = transportOf([ok]);
  await transport.send(post, { idempotencyKey: "shift-1" });
  expect(keysOf(sent)).toEqual(["shift-1"]);
});

test("a canceled call is not repeated", async () => {
  const canceled = AbortSignal.abort();
  const { transport, sent } = transportOf([ok]);
  await expect(transport.send(get, { signal: canceled })).rejects.toThrow("the call was canceled");
  expect(sent).toHaveLength(0);
});

test("a key needs an encrypted connection, except within this machine", () => {
  expect(() => transportOf([], { baseUrl: "http://api.example.com" })).toThrow("https://");
  expect(() => transportOf([], { baseUrl: "http://localhost:3000" })).not.toThrow();
});

test("no printed client, error or response shows the key", async () => {
  const { transport } = transportOf([
    () => Response.json({ error: { type: "x", code: "y" } }, { status: 400 }),
  ]);
  const error = await transport.send(get).catch((thrown) => thrown);
  expect(error.response.status).toBe(400);
  expect(inspect([transport, error], { depth: 9, showHidden: true })).not.toContain(KEY);
  expect(JSON.stringify([transport, error])).not.toContain(KEY);
});

/** A list of two pages, and the queries that it sends. */
function listOf(query: object, ...pages: [string[], string[]]) {
  const asked: object[] = [];
  const page = async (each: object) => {
    const ids = pages[asked.push(each) - 1] ?? pages[0];
    return { data: ids.map((id) => ({ id })), has_more: asked.length === 1 };
  };
  return { list: new Listing<Awaited<ReturnType<typeof page>>, { id: string }>("id", query, page), asked };
}

const idsOf = async (list: AsyncIterable<{ id: string }>): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { id } of list) ids.push(id);
  return ids;
};

test("a list fetches its next page when it is needed", async () => {
  const { list, asked } = listOf({ limit: 2 }, ["a", "b"], ["c"]);
  expect(await idsOf(list)).toEqual(["a", "b", "c"]);
  expect(asked).toEqual([{ limit: 2 }, { limit: 2, starting_after: "b" }]);
  expect((await list).data).toEqual([{ id: "a" }, { id: "b" }]);
});

test("a list that begins with ending_before returns the previous pages in reverse", async () => {
  const { list, asked } = listOf({ limit: 2, ending_before: "e" }, ["c", "d"], ["b"]);
  expect(await idsOf(list)).toEqual(["d", "c", "b"]);
  expect(asked).toEqual([
    { limit: 2, ending_before: "e" },
    { limit: 2, ending_before: "c" },
  ]);
  expect((await list).data).toEqual([{ id: "c" }, { id: "d" }]);
});

test("an event is unwrapped from bytes and a Headers object, with one of several secrets", async () => {
  const secrets: [string, string] = [newSecret(), newSecret()];
  const body = Buffer.from('{"id":"evt_1","type":"ping"}');
  const headers = new Headers(sign({ eventId: "evt_1", body, sentAt: new Date(), secrets: [secrets[0]] }));
  await expect(unwrapEvent(body, headers, secrets)).resolves.toEqual({ id: "evt_1", type: "ping" });
  await expect(unwrapEvent(body, headers, secrets[1])).rejects.toThrow(WebhookSignatureError);
  const wrong: [unknown, unknown, unknown][] = [
    [null, headers, secrets],
    [{ id: "evt_1" }, headers, secrets],
    [body, null, secrets],
    [body, { "webhook-id": null, "webhook-timestamp": 5 }, secrets],
    [body, headers, null],
    [body, headers, [secrets]],
  ];
  for (const [given, listed, secret] of wrong)
    await expect(unwrapEvent(given as never, listed as never, secret as never)).rejects.toThrow(
      WebhookSignatureError,
    );
  const later = new Date(Date.now() + 301_000);
  await expect(unwrapEvent(body, headers, secrets, { now: later })).rejects.toThrow("too old");
});
