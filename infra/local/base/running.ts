import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a local cloud that starts answers a client of AWS. Nothing has happened, so it may try again. */
export const STARTING = "LocalCloudStarting";

/** The lock of a data folder: the process id of the local cloud that uses it, then its address. */
export const lockOf = (dataDir: string): string => join(dataDir, "lock");

/** Written once the port is known: commands find the running service by its data folder. */
export const noteUrl = (dataDir: string, url: string): void =>
  writeFileSync(lockOf(dataDir), `${process.pid} ${url}`);

/** The address of the local cloud that uses the folder, if one runs. */
export function urlIn(dataDir: string): string | undefined {
  const [, url] = partsOf(dataDir);
  return isAlive(pidIn(dataDir)) ? url : undefined;
}

export const pidIn = (dataDir: string): number => Number(partsOf(dataDir)[0]);

function partsOf(dataDir: string): string[] {
  try {
    return readFileSync(lockOf(dataDir), "utf8").split(" ");
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}
