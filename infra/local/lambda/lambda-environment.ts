import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { type Anchor, installDate } from "../timers/clock.ts";
import type { Job, Outcome } from "./invocation.ts";

const { bundle, clock, timeoutMs } = workerData as { bundle: string; clock: Anchor; timeoutMs: number };

installDate(clock);
const loading: Promise<{ handler: (event: unknown, context: unknown) => Promise<unknown> }> = import(
  pathToFileURL(bundle).href
);

// If the bundle fails to load, each invocation reports the error.
void loading.catch(() => {}).then(() => parentPort?.postMessage("ready"));
parentPort?.on("message", (job: Job) => {
  void run(job).then((outcome) => parentPort?.postMessage(outcome));
});

async function run({ payload, requestId }: Job): Promise<Outcome> {
  try {
    const { handler } = await loading;
    const until = performance.now() + timeoutMs;
    const context = {
      awsRequestId: requestId,
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
