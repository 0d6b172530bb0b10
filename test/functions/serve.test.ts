import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, jest, test } from "@jest/globals";
import * as z from "zod/mini";
import { Problem } from "../../shared/contract/errors.ts";
import { operation } from "../../shared/contract/operation.ts";
import { type Limiter, serve } from "../../shared/http/serve/serve.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";
import { logLines } from "../support/cloud/log-lines.ts";

const paint = operation({
  name: "paint-door",
  method: "POST",
  path: "/doors/{door_id}/paint",
  tag: "Doors",
  summary: "Paint a door",
  description: "For this test.",
  params: z.strictObject({ door_id: z.string().check(z.regex(/^door_\d+$/)) }),
  query: z.strictObject({ coats: z.optional(z.string()) }),
  body: z.strictObject({ colour: z.enum(["red", "green"]), note: z.optional(z.string()) }),
  replies: {
    painted: {
      status: 201,
      description: "",
      schema: z.object({ colour: z.literal(["red", "green"]) }),
      example: {},
    },
  },
  limits: [{ count: 1, seconds: 1 }],
  access: {},
  budget: { calls: 0, writeUnits: 0, readUnits: 0 },
});

type Answer = Parameters<typeof serve<typeof paint>>[1]["answer"];

const admitted: Limiter = async () => {};
const judgePage = async () => {};

function call(
  answer: Answer,
  event: Partial<Parameters<typeof gatewayEvent>[1]> = {},
  limit: Limiter = admitted,
) {
  const handler = serve(paint, { judgePage, limit, answer });
  return handler(painting(event), {} as never) as Promise<{
    statusCode: number;
    headers: Record<string, string>;
    body: string;
  }>;
}

const painting = (event: Partial<Parameters<typeof gatewayEvent>[1]> = {}) =>
  gatewayEvent("POST", {
    path: "/doors/door_1/paint",
    params: { door_id: "door_1" },
    headers: { "content-type": "application/json" },
    body: '{"colour":"red"}',
    ...event,
  });

const errorOf = ({ body }: { body: string }) => JSON.parse(body).error;
const echo: Answer = ({ body }, { reply }) => reply("painted", { colour: body.colour });

test("a request gets the handler's reply, with the request's id", async () => {
  const { statusCode, headers, body } = await call(echo);
  expect([statusCode, JSON.parse(body), headers["x-request-id"]]).toEqual([
    201,
    { colour: "red" },
    "request-1",
  ]);
  expect(headers["cache-control"]).toBe("no-store");
});

test("a reply that breaks its schema is a 500, before anything is saved", async () => {
  const save = jest.fn();
  const response = await call((_, { reply }) => {
    const broken = reply("painted", { colour: "blue" as "red" });
    save();
    return broken;
  });
  expect(response.statusCode).toBe(500);
  expect(errorOf(response)).toMatchObject({ type: "api_error", code: "internal_error", param: null });
  expect(save).not.toHaveBeenCalled();
});

test("the caller never gets the text of a thrown error", async () => {
  const response = await call(() => {
    throw new Error("password hunter2 of ana@example.com");
  });
  expect(response.statusCode).toBe(500);
  expect(response.body).not.toMatch(/hunter2|ana/);
});

test("the log has the place of a thrown error, and never its text", async () => {
  const error = new TypeError("no item for ana@example.com\n    at ana@example.com:1:1", {
    cause: "ana@example.com",
  });
  const published: unknown[] = [];
  const hear = (message: unknown) => published.push(message);
  subscribe("lambda:fault", hear);
  const lines = await logLines(() =>
    call(() => {
      throw error;
    }),
  );
  unsubscribe("lambda:fault", hear);
  // The process itself, such as a local cloud's, gets it whole.
  expect(published).toEqual([{ error }]);
  expect(lines).not.toMatch(/ana|example\.com|no item/);
  const [fault, request] = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(fault).toMatchObject({ message: "fault", operation: "paint-door", error_name: "TypeError" });
  expect(fault.frames[0]).toMatch(/serve\.test\.ts/);
  expect(request).toMatchObject({ message: "request", status: 500 });
});

test("an unexpected error is logged as a fault, and an expected 503 is not", async () => {
  const linesOf = (error: Error) =>
    logLines(async () => {
      const { statusCode } = await call(() => {
        throw error;
      });
      expect(statusCode).toBe(503);
    });
  const unforeseen = await linesOf(Object.assign(new Error(), { name: "Contention" }));
  expect(unforeseen).toContain('"message":"fault"');

  const meant = await linesOf(new Problem("service_unavailable", "Not in live mode yet."));
  expect(meant).not.toContain('"fault"');
  expect(meant).toMatch(/"message":"request".*"error_code":"service_unavailable"/);
});

test("a hanging request is given up before Lambda's timeout, with an answer and a log line", async () => {
  let response: Awaited<ReturnType<typeof call>> | undefined;
  const lines = await logLines(async () => {
    const handler = serve(paint, {
      judgePage,
      limit: admitted,
      answer: () => new Promise<never>(() => {}),
    });
    const context = { getRemainingTimeInMillis: () => 350 };
    const endedByLambda = sleep(350);
    response = (await Promise.race([
      handler(painting(), context as never),
      endedByLambda,
    ])) as typeof response;
  });
  expect([response?.statusCode, response && errorOf(response).code]).toEqual([503, "service_unavailable"]);
  expect(lines).toMatch(/"message":"request".*"status":503/);
});

test("invalid requests are not counted, and all others are counted before the answer", async () => {
  const limit = jest.fn(admitted);
  await call(echo, { body: "{" }, limit);
  await call(echo, { body: '{"colour":"blue"}' }, limit);
  await call(echo, { headers: { "content-type": "text/plain" } }, limit);
  await call(echo, { body: `{"colour":"red","note":"${"x".repeat(70_000)}"}` }, limit);
  expect(limit).not.toHaveBeenCalled();

  const answer = jest.fn(echo);
  const refuse: Limiter = async () => {
    throw new Problem("rate_limit_exceeded", "Slow down.", null, { "retry-after": "7" });
  };
  const response = await call(answer, {}, refuse);
  expect([response.statusCode, response.headers["retry-after"]]).toEqual([429, "7"]);
  expect(answer).not.toHaveBeenCalled();
});
