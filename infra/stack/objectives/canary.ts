import { Duration, type NestedStack } from "aws-cdk-lib";
import { ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import { workers } from "../../../shared/contract/workers.ts";
import type { Functions } from "../operation-function.ts";
import { schedule } from "../schedule.ts";

export function addCanary(functions: Functions, upkeep: NestedStack): void {
  // Each of nine calls may take its five seconds twice: `CALL_MS` in `functions/events/run-canary.ts`.
  const target = functions.add(workers.runCanary, { timeout: Duration.seconds(120) });
  schedule(upkeep, "CanaryEveryFiveMinutes", {
    description: "Calls the API from outside, and counts whether it answers",
    schedule: ScheduleExpression.rate(Duration.minutes(5)),
    target,
    retries: { attempts: 0, within: Duration.minutes(1) },
  });
}
