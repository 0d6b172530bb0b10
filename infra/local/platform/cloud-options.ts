import type { ActivityEntry } from "../activity/activity.ts";

export type CloudOptions = {
  port: number;
  dataDir: string;
  timeScale: number;
  /** Delete the tables first. The caller has deleted what is in the data folder. */
  reset: boolean;
  accountConcurrency: number;
  environmentsKept?: number | undefined;
  /** A pretend bank takes the files of a rail. */
  bank?: boolean;
  seed?: number | undefined;
  /** Functions may deliver to public addresses only, and not to this machine. */
  publicTargetsOnly: boolean;
  /** An assembly to run. Absent: synthesise one. */
  assemblyDir?: string | undefined;
  watch: boolean;
  inspected: boolean;
  progress: (message: string) => void;
  warn: (message: string) => void;
  show: (entry: ActivityEntry) => void;
  /** An engine ended by itself, so nothing works any more. */
  broken: (message: string) => void;
};
