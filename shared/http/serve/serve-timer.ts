import type { TimerAnswer } from "../../domain/event/outbox.ts";
import { isColdStart, logFault, logger } from "./telemetry.ts";

/** Clocks of Step Functions and Lambda differ by milliseconds; else, the machine loops. */
export const EARLY_MS = 500;

type Call = {
  id: string;
  at: string;
  /** The state machine ends after this call. */
  last?: boolean;
};

/** The Lambda handler of a timer's task. A failure returns to the state machine, which retries. */
export const serveTimer =
  (
    name: string,
    act: (call: Call, now: Date) => Promise<TimerAnswer>,
    clock: () => Date = () => new Date(),
  ) =>
  async (call: Call): Promise<TimerAnswer & Call> => {
    const startedAt = performance.now();
    try {
      const now = clock();
      const answer = await act(call, now);
      logger.info("timer", {
        operation: name,
        late_ms: now.getTime() - Date.parse(call.at),
        done: answer.done,
        duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
        cold_start: isColdStart(),
      });
      // The machine's retries repeat the call until the timer is done.
      if (call.last && !answer.done)
        throw new Error("The timer's last call came before its last step was due");
      // A machine with a fixed number of calls ignores the answer, and waits until `at` before its next call.
      return { id: call.id, at: call.at, ...answer };
    } catch (error) {
      logFault(name, error);
      throw error;
    }
  };
