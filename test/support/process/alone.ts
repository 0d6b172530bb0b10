import { readlinkSync, rmSync, symlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_EVERY_MS = 100;

/**
 * Runs `work` while no other process runs work with this lock. The lock is a link whose target is the process
 * id: a file would be empty for a moment. A process that was killed leaves it, and the next one removes it.
 */
export async function alone<T>(lock: string, work: () => Promise<T>): Promise<T> {
  while (!isTaken(lock)) await sleep(LOOK_EVERY_MS);
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isTaken(lock: string): boolean {
  try {
    symlinkSync(String(process.pid), lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    if (!isAlive(ownerOf(lock))) rmSync(lock, { force: true });
    return false;
  }
}

function ownerOf(lock: string): number {
  try {
    return Number(readlinkSync(lock));
  } catch {
    // The owner has just removed it, so a look at any living process is right.
    return process.pid;
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
