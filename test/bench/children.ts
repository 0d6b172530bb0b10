import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

const running = new Set<ChildProcess>();

/** Starts a process of this Node binary. `stopChildren` ends it if it still runs. */
export function launch(args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(process.execPath, args, { ...options, detached: true });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

export async function stopChildren(): Promise<void> {
  await Promise.all([...running].map(stop));
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  signal(child, "SIGTERM");
  const hard = setTimeout(() => signal(child, "SIGKILL"), 5_000);
  await exited;
  clearTimeout(hard);
}

/** To its whole group: a synthesis that outlived it would write into a folder we have removed. */
function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid) process.kill(-pid, name);
}
