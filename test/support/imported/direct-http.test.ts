import { getEventListeners } from "node:events";
import { afterAll, expect, test } from "@jest/globals";
import { NodeHttpHandler } from "./direct-http.ts";

const marker = Symbol.for("lambda:call");
const answering = (answer: unknown) => Reflect.set(globalThis, marker, () => answer);
afterAll(() => void Reflect.deleteProperty(globalThis, marker));

const request = { headers: { "x-amz-target": "DynamoDB_20120810.GetItem" }, path: "/", body: "{}" };
const never = new Promise(() => {});

test("a reply arrives as the SDK reads it", async () => {
  answering({ status: 400, headers: { date: "today" }, body: "é" });
  const { response } = await new NodeHttpHandler().handle(request);
  expect(response).toMatchObject({ statusCode: 400, headers: { date: "today" }, body: Buffer.from("é") });
});

test("a lost reply is a closed connection, which the SDK's retries know", async () => {
  answering("cut");
  const lost = { name: "TimeoutError", code: "ECONNRESET" };
  await expect(new NodeHttpHandler().handle(request)).rejects.toMatchObject(lost);
});

const client = NodeHttpHandler.create({ requestTimeout: 5 });
const patient = NodeHttpHandler.create({ requestTimeout: 60_000 });
test.each([
  ["at the client's deadline", client, () => ({}), "TimeoutError"],
  ["at the client's deadline, given as a client", NodeHttpHandler.create(client), () => ({}), "TimeoutError"],
  ["at the call's deadline", patient, () => ({ requestTimeout: 5 }), "TimeoutError"],
  ["when its caller aborts it", patient, () => ({ abortSignal: AbortSignal.timeout(5) }), "AbortError"],
  ["when its caller aborted it before", patient, () => ({ abortSignal: AbortSignal.abort() }), "AbortError"],
])(
  "a call ends %s",
  async (_, handler, limitsOf, name) => {
    answering(never);
    await expect(handler.handle(request, limitsOf())).rejects.toMatchObject({ name });
  },
  10_000,
);

test("a call that has its reply leaves no timer and no listener", async () => {
  answering({ status: 200, headers: {}, body: "" });
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const { signal } = new AbortController();
  const before = timers();
  await patient.handle(request, { abortSignal: signal });
  expect([timers(), getEventListeners(signal, "abort")]).toEqual([before, []]);
});
