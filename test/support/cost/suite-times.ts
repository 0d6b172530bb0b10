import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { artifactsDir } from "../process/artifacts.ts";

/** A suite in its worker: its CPU seconds there, and when it ran in milliseconds of the machine's clock. */
export type SuiteTime = { suite: string; worker: string; cpu: number; start: number; end: number };

const file = () => join(artifactsDir, "costs", `${process.env.TEST_RUN}.jsonl`);
export const clock = (): number => performance.timeOrigin + performance.now();

/** Measures from now on. The worker's environment may end before the result has a place for this. */
export function measureSuite(suite: string): () => void {
  const cpu = process.cpuUsage();
  const start = clock();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    const worker = process.env.JEST_WORKER_ID ?? "";
    const time: SuiteTime = { suite, worker, cpu: (user + system) / 1e6, start, end: clock() };
    mkdirSync(dirname(file()), { recursive: true });
    appendFileSync(file(), `${JSON.stringify(time)}\n`);
  };
}

/** The suites of this run. */
export function takeSuiteTimes(): SuiteTime[] {
  if (!existsSync(file())) return [];
  const lines = readFileSync(file(), "utf8").trim().split("\n");
  rmSync(file());
  return lines.map((line) => JSON.parse(line));
}
