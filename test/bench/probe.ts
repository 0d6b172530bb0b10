import { readFileSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

type Loaded = { handler: (event: unknown, context: object) => Promise<unknown> };
/** Milliseconds of the process's CPU time, compiler and collector threads included, and the answer. */
export type Probed = { import: number; first: number; answer: unknown };

const RESULT_FD = 3;
const [, , file = ""] = process.argv;

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** One environment of Lambda in its own process, which loads a function and calls it once. */
async function probe(event: unknown): Promise<Probed> {
  const context = { awsRequestId: "bench", functionName: "bench", getRemainingTimeInMillis: () => 10_000 };
  const started = cpuMs();
  const { handler } = (await import(pathToFileURL(file).href)) as Loaded;
  const loaded = cpuMs();
  const answer = await handler(event, context);
  return { import: loaded - started, first: cpuMs() - started, answer };
}

writeSync(RESULT_FD, JSON.stringify(await probe(JSON.parse(readFileSync(0, "utf8")))));
process.exit(0);
