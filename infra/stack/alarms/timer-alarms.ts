import { Duration } from "aws-cdk-lib";
import type { Timers } from "../timers.ts";
import type { Alarm } from "./alarm.ts";
import { together } from "./metrics.ts";

export function timerAlarms({ machines, functions }: Timers): Alarm[] {
  const aMinute = { period: Duration.minutes(1) };
  return [
    {
      id: "TimerFailed",
      metric: together("SUM", Object.fromEntries(machines), (machine) => machine.metricFailed(aMinute)),
      description: `A timer gave up after half a day of retries. Look for failed executions in the state machines of ${[...machines.keys()].join(", ")}.`,
    },
    {
      id: "TimerErrors",
      // The pauses between retries grow to five minutes, so not every period has a failure.
      metric: together("SUM", Object.fromEntries(functions), (each) =>
        each.metricErrors({ ...aMinute, statistic: "sum" }),
      ),
      description: `Timers have failed in three of five minutes, and are retried. Look at the log lines of ${[...functions.keys()].join(", ")}.`,
      evaluationPeriods: 5,
      datapointsToAlarm: 3,
    },
  ];
}
