import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { type Anchor, installDate } from "./clock.ts";
import type { Outcome } from "./lambda.ts";

const { bundle, clock, timeoutMs } = workerData as { bundle: string; clock: Anchor; timeoutMs: number };

installDate(clock);
const loading: Promise<{ handler: (event: unknown, context: unknown) => Promise<unknown> }> = import(
  pathToFileURL(bundle).href
);

parentPort?.on("message", (payload: string) => {
  void run(payload).then((outcome) => parentPort?.postMessage(outcome));
});

async function run(payload: string): Promise<Outcome> {
  try {
    const { handler } = await loading;
    const until = performance.now() + timeoutMs;
    const context = {
      awsRequestId: randomUUID(),
      functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
      memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
      getRemainingTimeInMillis: () => Math.max(0, until - performance.now()),
    };
    return { ok: true, payload: JSON.stringify((await handler(JSON.parse(payload), context)) ?? null) };
  } catch (error) {
    const { name, message } = error as Error;
    return { ok: false, errorType: name, errorMessage: message };
  }
}
