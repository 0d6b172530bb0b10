import { setTimeout as sleep } from "node:timers/promises";
import { type StageCaller, Finding } from "./caller.ts";
import { openChecks, writeCheck } from "./fast-checks.ts";

export type Failed = { check: string; reason: string };

/**
 * One that fails is made once more, `pauseMs` later, so that a lost packet wakes no operator. @returns the
 * checks that failed twice, and how many objects could not be removed
 */
export async function runChecks(
  caller: StageCaller,
  pauseMs: number,
): Promise<{ failed: Failed[]; left: number }> {
  const failed: Failed[] = [];
  for (const { name, run } of [...openChecks, writeCheck]) {
    const again = async () => {
      await sleep(pauseMs);
      await run(caller);
    };
    await run(caller)
      .catch(again)
      .catch((error: unknown) => void failed.push({ check: name, reason: reasonOf(error) }));
  }
  return { failed, left: await caller.cleanUp() };
}

/** An unexpected error's message may quote anything, and a log must not. */
const reasonOf = (error: unknown): string =>
  error instanceof Finding ? error.message : `An unexpected error (${(error as Error).name})`;
