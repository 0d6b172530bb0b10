import { afterAll, expect, test } from "@jest/globals";
import { NodeHttpHandler } from "../../infra/stack/sdk/direct-http.ts";

const marker = Symbol.for("lambda:call");
const answering = (answer: unknown) => Reflect.set(globalThis, marker, () => answer);
afterAll(() => void Reflect.deleteProperty(globalThis, marker));

const request = { headers: {}, path: "/", body: "{}" };
const never = new Promise(() => {});

test("a reply arrives as the SDK reads it", async () => {
  answering({ status: 400, headers: { date: "today" }, body: "é" });
  const { response } = await new NodeHttpHandler().handle(request);
  expect(response).toMatchObject({ statusCode: 400, headers: { date: "today" }, body: Buffer.from("é") });
});

test("a lost reply is a closed connection, which the SDK's retries know", async () => {
  answering("cut");
  await expect(new NodeHttpHandler().handle(request)).rejects.toMatchObject({ code: "ECONNRESET" });
});

test.each([
  ["the client's", NodeHttpHandler.create({ requestTimeout: 5 }), {}],
  ["the call's", NodeHttpHandler.create({ requestTimeout: 60_000 }), { requestTimeout: 5 }],
])("a call ends at %s deadline", async (_, handler, limits) => {
  answering(never);
  await expect(handler.handle(request, limits)).rejects.toMatchObject({ name: "TimeoutError" });
});

test("a call ends when its caller aborts it, or has done so before", async () => {
  answering(never);
  for (const abortSignal of [AbortSignal.timeout(5), AbortSignal.abort()])
    await expect(
      new NodeHttpHandler().handle(request, { abortSignal, requestTimeout: 0 }),
    ).rejects.toMatchObject({ name: "AbortError" });
});
