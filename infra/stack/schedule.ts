import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { Schedule, type ScheduleProps } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke, type ScheduleTargetBaseProps } from "aws-cdk-lib/aws-scheduler-targets";
import type { Construct } from "constructs";

type Scheduled = Omit<ScheduleProps, "target"> & { target: IFunction } & Pick<
    ScheduleTargetBaseProps,
    "input" | "retryAttempts"
  >;

/** Invokes a function at the times of a schedule, with a role that allows nothing else. */
export function schedule(
  scope: Construct,
  id: string,
  { target, input, retryAttempts, ...props }: Scheduled,
): void {
  // CDK's own role would also allow every version of the function.
  const role = new Role(scope, `${id}Role`, {
    assumedBy: new ServicePrincipal("scheduler.amazonaws.com"),
    inlinePolicies: {
      invoke: new PolicyDocument({
        statements: [
          new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [target.functionArn] }),
        ],
      }),
    },
  });
  new Schedule(scope, id, {
    ...props,
    target: new LambdaInvoke(target, {
      role: role.withoutPolicyUpdates(),
      ...(input && { input }),
      ...(retryAttempts !== undefined && { retryAttempts }),
    }),
  });
}
