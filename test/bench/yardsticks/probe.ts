import { readFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

type Event = { requestContext?: { http?: { sourceIp: string } } };
type Loaded = { handler: (event: Event, context: object) => Promise<unknown> };
/** Milliseconds of the process's CPU time, compiler and collector threads included, and the last answer. */
export type Probed = { import: number; first: number; warm?: number; answer: unknown };

const RESULT_FD = 3;
const [, , file = "", warmCalls = "0"] = process.argv;

/** One environment of Lambda in its own process. It loads a file as Lambda does: `.mjs` by import. */
async function probe(event: string, warm: number): Promise<Probed> {
  const require = createRequire(import.meta.url);
  const context = { awsRequestId: "bench", functionName: "bench", getRemainingTimeInMillis: () => 10_000 };
  const started = cpuMs();
  const { handler } = (
    file.endsWith(".mjs") ? await import(pathToFileURL(file).href) : require(file)
  ) as Loaded;
  const loaded = cpuMs();
  let calls = 0;
  /** Each from a network of its own: the service refuses one that asks again at once. */
  const call = () => {
    const copy = JSON.parse(event) as Event;
    const http = copy.requestContext?.http;
    if (http) http.sourceIp = `10.${calls >> 8}.${calls++ & 255}.1`;
    return handler(copy, context);
  };
  let answer = await call();
  const answered = cpuMs();
  const cold = { import: loaded - started, first: answered - started };
  if (warm === 0) return { ...cold, answer };
  // V8 compiles what is hot during the first half.
  for (let i = 0; i < warm; i++) await call();
  const hot = cpuMs();
  for (let i = 0; i < warm; i++) answer = await call();
  return { ...cold, warm: (cpuMs() - hot) / warm, answer };
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

writeSync(RESULT_FD, JSON.stringify(await probe(readFileSync(0, "utf8"), Number(warmCalls))));
process.exit(0);
