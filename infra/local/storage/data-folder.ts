import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { StartupFailure } from "../base/failure.ts";
import { lockOf, pidIn } from "../base/running.ts";

/** The files that `--reset` removes. It leaves the assembly, which is no state, and files of others. */
const STATE =
  /^(alarms\.json|clock\.json|secrets\.json|executions\.jsonl|logs|sqs|activity.*\.jsonl|mailbox\.jsonl|objects\.jsonl|queues\.jsonl|dynamodb\.sqlite.*|stream-.*)$/;
/** What a start builds from the sources, and its lock. */
const BUILT = /^(lock|cdk\.out|cdk\.next|compile-cache|inspected|lambda-environment\.mjs)$/;

/** In a folder with this bit, each user may delete their own files only. */
const STICKY = 0o1000;

export const unusable = (dataDir: string, { message }: Error): string =>
  `Cannot use ${dataDir} as the data folder: ${message}. Choose another with --data.`;

/**
 * Two local clouds would overwrite each other's state. Closed to others: it holds emails, keys and tokens.
 */
export function lockDataFolder(dataDir: string, { reset = false } = {}): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const owner = lockOwner(dataDir);
    if (owner)
      throw new StartupFailure(
        `Another local cloud (process id ${owner}) uses ${dataDir}. Stop it, or choose another folder with --data.`,
      );
    if (reset) {
      for (const name of readdirSync(dataDir).filter((entry) => STATE.test(entry))) {
        rmSync(join(dataDir, name), { recursive: true, force: true });
      }
    }
    closeToOthers(dataDir);
    writeFileSync(lockOf(dataDir), String(process.pid));
  } catch (error) {
    if (error instanceof StartupFailure) throw error;
    throw new StartupFailure(unusable(dataDir, error as Error));
  }
}

export function unlockDataFolder(dataDir: string): void {
  if (pidIn(dataDir) === process.pid) rmSync(lockOf(dataDir), { force: true });
}

/** A copy may be open to others. One with other files, or shared as /tmp is, stays open. */
function closeToOthers(dataDir: string): void {
  const names = readdirSync(dataDir);
  const ours = names.filter((name) => STATE.test(name) || BUILT.test(name));
  for (const name of ours) close(join(dataDir, name));
  const isShared = (statSync(dataDir).mode & STICKY) !== 0;
  if (!isShared && ours.length === names.length) close(realpathSync(dataDir));
}

function close(path: string): void {
  const file = lstatSync(path);
  if (!file.isSymbolicLink() && file.mode & 0o077) chmodSync(path, file.mode & 0o700);
}

function lockOwner(dataDir: string): number | undefined {
  try {
    const pid = pidIn(dataDir);
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return pid !== process.pid && /local\/.*start\.ts/.test(command) ? pid : undefined;
  } catch {
    return undefined;
  }
}
