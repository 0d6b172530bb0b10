import { Duration } from "aws-cdk-lib";
import type { Timers } from "../timers.ts";
import type { Alarm } from "./alarm.ts";
import { counted, together } from "./metrics.ts";

/** Alarms on timers: on starts and calls that fail for long, and on a timer that gave up. */
export function timerAlarms({ machines, functions }: Timers, stage: string): Alarm[] {
  const aMinute = { period: Duration.minutes(1) };
  return [
    {
      id: "TimerStarts",
      // A start is tried again each minute, so a fault that lasts shows in each period.
      metric: counted("TimerStartFaults", stage).with({ period: Duration.minutes(5) }),
      threshold: 1,
      description: "Timers could not be started for 15 minutes. Look at the log lines of start-timers.",
      evaluationPeriods: 3,
    },
    {
      id: "TimerFailed",
      metric: together("SUM", Object.fromEntries(machines), (machine) => machine.metricFailed(aMinute)),
      threshold: 1,
      description: `A timer gave up after half a day of retries. Look for failed executions in the state machines of ${[...machines.keys()].join(", ")}.`,
    },
    {
      id: "TimerErrors",
      // A timer that fails is retried within five minutes, so a fault that lasts shows in each period.
      metric: together(
        "SUM",
        Object.fromEntries(functions),
        (each) => each.metricErrors(),
        Duration.minutes(5),
      ),
      threshold: 1,
      description: `Timers have failed for 15 minutes, and are retried. Look at the log lines of ${[...functions.keys()].join(", ")}.`,
      evaluationPeriods: 3,
    },
  ];
}
