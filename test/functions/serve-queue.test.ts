import { expect, test } from "@jest/globals";
import type { SQSEvent } from "aws-lambda";
import { serveQueue } from "../../shared/http/serve/serve-queue.ts";
import { logLines } from "../support/cloud/log-lines.ts";

const batch = { Records: ["a", "b", "c"].map((body) => ({ messageId: body, body })) } as unknown as SQSEvent;

/** A worker that fails over `b`, and its steps in the order in which it took them. */
function worker(options?: { serial: boolean }) {
  const steps: string[] = [];
  const handler = serveQueue(
    "worker",
    () =>
      async ({ body }) => {
        steps.push(`begin ${body}`);
        await new Promise((resolve) => setTimeout(resolve));
        steps.push(`end ${body}`);
        if (body === "b") throw new Error("b is broken");
        return `${body} done`;
      },
    options,
  );
  return { handler, steps };
}

test("a failed message returns alone, and the log has each outcome in the batch's order", async () => {
  const { handler, steps } = worker();
  const lines = await logLines(async () => {
    expect(await handler(batch)).toEqual({ batchItemFailures: [{ itemIdentifier: "b" }] });
  });
  expect(lines).toContain('"outcomes":["a done","fault","c done"]');
  expect(lines).not.toContain("b is broken");
  expect(steps.slice(0, 3)).toEqual(["begin a", "begin b", "begin c"]);
});

test("a serial worker begins a message after the one before it ended, also when that failed", async () => {
  const { handler, steps } = worker({ serial: true });
  await logLines(async () => {
    expect(await handler(batch)).toEqual({ batchItemFailures: [{ itemIdentifier: "b" }] });
  });
  expect(steps).toEqual(["begin a", "end a", "begin b", "end b", "begin c", "end c"]);
});

test("a message of a kind that no case of its worker knows fails, and is not lost", async () => {
  const kinds: Record<string, string> = { a: "known", c: "known" };
  const handler = serveQueue(
    "worker",
    () =>
      async ({ body }) =>
        kinds[body] as string,
  );
  await logLines(async () => {
    expect(await handler(batch)).toEqual({ batchItemFailures: [{ itemIdentifier: "b" }] });
  });
});
