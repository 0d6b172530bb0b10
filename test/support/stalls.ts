import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { seededRandom } from "../../infra/local/base/seeded-random.ts";

/** The mean time between stalls and the bounds of a stall, in milliseconds. Most stalls are short. */
const BETWEEN_MS = 1_500;
const SHORTEST_MS = 200;
const LONGEST_MS = 3_000;
/** The share of stalls that stop all processes at once, as a machine does that is busy elsewhere. */
const OF_ALL = 1 / 4;

/**
 * Stops processes for a while, again and again until `end`: one of them or all. It finds them by `variable`,
 * an environment variable and its value that they inherit from the first one. For Linux, which has `/proc`.
 * Calls `stalled` at each stall. A process that a test has stopped stays stopped.
 */
export async function stallProcesses(
  variable: string,
  seed: number,
  end: AbortSignal,
  stalled: () => void,
): Promise<void> {
  const random = seededRandom(seed);
  while (!end.aborted) {
    // It rejects when `end` comes.
    await wait(BETWEEN_MS * (0.5 + random()), undefined, { signal: end }).catch(() => {});
    const all = processesWith(variable);
    if (end.aborted || all.length === 0) continue;
    const one = all[Math.floor(random() * all.length)] as number;
    const stopped = random() < OF_ALL ? all : [one];
    const ms = SHORTEST_MS + random() * random() * (LONGEST_MS - SHORTEST_MS);
    try {
      for (const pid of stopped) signal(pid, "SIGSTOP");
      stalled();
      await wait(ms);
    } finally {
      for (const pid of stopped) signal(pid, "SIGCONT");
    }
  }
}

const processesWith = (variable: string): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => read(pid, "environ").split("\0").includes(variable))
    .filter((pid) => !/^State:\tT/m.test(read(pid, "status")))
    .map(Number);

/** Empty for a process that has ended, or that belongs to another user. */
function read(pid: string, file: "environ" | "status"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}
