import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { artifactsDir } from "../process/artifacts.ts";

const file = () => join(artifactsDir, "costs", `${process.env.TEST_RUN}.late.txt`);
let lastSuite: string | undefined;

/**
 * Keeps the errors that come when Jest no longer listens: after a suite's last test, from a timer or a
 * promise that it left behind. Jest only ends the worker then.
 */
export function keepLateErrors(suite: string): void {
  if (lastSuite === undefined)
    process.prependListener("uncaughtException", keep).prependListener("unhandledRejection", keep);
  lastSuite = suite;
}

function keep(error: unknown): void {
  mkdirSync(dirname(file()), { recursive: true });
  const text = error instanceof Error ? error.stack : String(error);
  appendFileSync(file(), `An error after the last test of ${lastSuite}: ${text}\n`);
}

/** The errors of this run, as one text. */
export function takeLateErrors(): string {
  if (!existsSync(file())) return "";
  const text = readFileSync(file(), "utf8");
  rmSync(file());
  return text;
}
