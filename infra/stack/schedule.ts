import type { Duration } from "aws-cdk-lib";
import { EventInvokeConfig, type IFunction } from "aws-cdk-lib/aws-lambda";
import { Schedule, type ScheduleProps } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke, type ScheduleTargetBaseProps } from "aws-cdk-lib/aws-scheduler-targets";
import type { Construct } from "constructs";
import { invokerRole } from "./access/allow.ts";

type Scheduled = Omit<ScheduleProps, "target"> & {
  target: IFunction;
  retries: { attempts: number; within: Duration };
} & Pick<ScheduleTargetBaseProps, "input">;

/** With a role of its own, and asynchronously: the function retries a run that fails. */
export function schedule(
  scope: Construct,
  id: string,
  { target, input, retries, ...props }: Scheduled,
): void {
  const role = invokerRole(scope, `${id}Role`, { service: "scheduler", policy: "invoke", target });
  new Schedule(scope, id, {
    ...props,
    target: new LambdaInvoke(target, {
      role,
      ...(input && { input }),
      ...(retries.attempts === 0 && { retryAttempts: 0 }),
    }),
  });
  new EventInvokeConfig(scope, `${id}Retries`, {
    function: target,
    retryAttempts: retries.attempts,
    maxEventAge: retries.within,
  });
}
