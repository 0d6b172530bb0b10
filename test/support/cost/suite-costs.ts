import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { artifactsDir } from "../process/artifacts.ts";

/** A suite, and the CPU seconds of its worker with all programs that the worker started. */
export type SuiteCost = { suite: string; cpu: number };

/** Linux counts processor time in hundredths of a second. */
const TICKS = 100;
const { TEST_RUN = "", JEST_WORKER_ID = "" } = process.env;
const file = join(artifactsDir, "costs", `${TEST_RUN}.jsonl`);

/** Measures from now on. The worker's environment may end before the result has a place for this. */
export function measureSuite(suite: string): () => void {
  const before = cpuOfWorker();
  return () => {
    // An engine that ended without its parent takes its time with it.
    const cost: SuiteCost = { suite, cpu: Math.max(0, cpuOfWorker() - before) };
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, `${JSON.stringify(cost)}\n`);
  };
}

/** What this process and the worker's other ones have used so far, with the processes that they ended. */
function cpuOfWorker(): number {
  const { user, system } = process.cpuUsage();
  if (!existsSync("/proc/self/stat")) return (user + system) / 1e6;
  return readdirSync("/proc").reduce((sum, pid) => sum + (/^\d+$/.test(pid) ? cpuOf(pid) : 0), 0);
}

/** Nothing, if the process is none of this worker's or has ended. */
function cpuOf(pid: string): number {
  try {
    const environment = `\0${readFileSync(`/proc/${pid}/environ`, "utf8")}`;
    const isOurs = [`\0TEST_RUN=${TEST_RUN}\0`, `\0JEST_WORKER_ID=${JEST_WORKER_ID}\0`].every((variable) =>
      environment.includes(variable),
    );
    if (!isOurs && pid !== String(process.pid)) return 0;
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before the bracket may have spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / TICKS, 0);
  } catch {
    return 0;
  }
}

/** The suites of this run, the dearest first. */
export function takeSuiteCosts(): SuiteCost[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trim().split("\n");
  rmSync(file);
  return lines.map((line): SuiteCost => JSON.parse(line)).sort((a, b) => b.cpu - a.cpu);
}
