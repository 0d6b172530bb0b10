import { writeSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

type Loaded = { handler: (event: unknown, context: unknown) => Promise<unknown> };
/** Wall and CPU time in ms. CPU time is the whole process's, compiler and collector threads included. */
export type Probed = {
  importMs: number;
  invokeMs: number;
  importCpuMs: number;
  invokeCpuMs: number;
  answer: unknown;
};

const RESULT_FD = 3;

/** One cold start in its own process. Loads a file as Lambda does: `.mjs` by import, `.js` by require. */
async function probe(file: string, event: unknown): Promise<Probed> {
  const require = createRequire(import.meta.url);
  const context = { awsRequestId: "bench", functionName: "bench", getRemainingTimeInMillis: () => 10_000 };
  const [startedAt, startedCpu] = [performance.now(), cpuMs()];
  const { handler } = (
    file.endsWith(".mjs") ? await import(pathToFileURL(file).href) : require(file)
  ) as Loaded;
  const [loadedAt, loadedCpu] = [performance.now(), cpuMs()];
  const answer = await handler(event, context);
  return {
    importMs: loadedAt - startedAt,
    invokeMs: performance.now() - loadedAt,
    importCpuMs: loadedCpu - startedCpu,
    invokeCpuMs: cpuMs() - loadedCpu,
    answer,
  };
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const [, , file = "", event = "null"] = process.argv;
writeSync(RESULT_FD, JSON.stringify(await probe(file, JSON.parse(event))));
process.exit(0);
