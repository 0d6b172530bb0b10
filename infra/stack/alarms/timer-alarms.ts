import { Duration } from "aws-cdk-lib";
import type { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { Timers } from "../timers.ts";
import { together } from "./metrics.ts";

type TimerAlarm = { id: string; metric: MathExpression; description: string; evaluationPeriods: number };

/** Alarms on timers that fail: one on faults that last, and one on a timer that gave up. */
export function timerAlarms({ machines, functions }: Timers): TimerAlarm[] {
  const aMinute = { period: Duration.minutes(1) };
  return [
    {
      id: "TimerFailed",
      metric: together("SUM", Object.fromEntries(machines), (machine) => machine.metricFailed(aMinute)),
      description: `A timer gave up after half a day of retries. Look for failed executions in the state machines of ${[...machines.keys()].join(", ")}.`,
      evaluationPeriods: 1,
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
      description: `Timers have failed for 15 minutes, and are retried. Look at the log lines of ${[...functions.keys()].join(", ")}.`,
      evaluationPeriods: 3,
    },
  ];
}
