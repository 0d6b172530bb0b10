import { writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

type Loaded = { handler: (event: unknown, context: unknown) => Promise<unknown> };

const RESULT_FD = 3;
const [, , file = "", event = "null", calls = "1000"] = process.argv;

/** Hot calls of one handler, in a process of its own, after as many that only warm it up. */
const { handler } = (await import(pathToFileURL(file).href)) as Loaded;
const context = { awsRequestId: "bench", functionName: "bench", getRemainingTimeInMillis: () => 10_000 };
const hot: number[] = [];
for (let i = -Number(calls); i < Number(calls); i++) {
  const given = JSON.parse(event);
  const startedAt = performance.now();
  await handler(given, context);
  if (i >= 0) hot.push(performance.now() - startedAt);
}
writeSync(RESULT_FD, JSON.stringify(hot));
process.exit(0);
