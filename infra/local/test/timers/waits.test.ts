import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { FromInterpreter, ToInterpreter } from "../../timers/interpreter-messages.ts";

const definition = {
  StartAt: "Wait",
  States: { Wait: { Type: "Wait", TimestampPath: "$.at", End: true } },
};

let interpreter: Worker;
beforeAll(() => {
  const clock = { real: Date.now(), virtual: Date.now(), scale: 1, skipped: new Float64Array(1) };
  interpreter = new Worker(new URL("../../timers/step-functions-interpreter.ts", import.meta.url), {
    workerData: { clock },
  });
});
afterAll(() => interpreter.terminate());

test("each of 5,000 waits ends at its instant, and not a millisecond later", async () => {
  const ends = Array.from({ length: 5_000 }, (_, i) => Date.now() + 60_000 + i * 1_000);
  const waits: number[] = [];
  const heard = new Promise<void>((resolve) => {
    interpreter.on("message", (message: FromInterpreter) => {
      if (message.kind === "wait") waits.push(message.at);
      if (waits.length === ends.length) resolve();
    });
  });
  for (const [i, end] of ends.entries())
    interpreter.postMessage({
      kind: "run",
      execution: String(i),
      definition,
      input: { at: new Date(end).toISOString() },
    } satisfies ToInterpreter);
  await heard;
  expect(waits).toEqual(ends);
});
