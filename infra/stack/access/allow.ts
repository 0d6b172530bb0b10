import { Stack } from "aws-cdk-lib";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";

export const allow = (actions: string[], resources: string[]): PolicyStatement =>
  new PolicyStatement({ actions, resources });

type Invoker = { service: string; policy: string; target: IFunction };

/**
 * It invokes one function, for this account's timers and schedules only: a service acts for all customers.
 * CDK's own role would also allow every version of the function.
 */
export const invokerRole = (scope: Construct, id: string, { service, policy, target }: Invoker) =>
  new Role(scope, id, {
    assumedBy: new ServicePrincipal(`${service}.amazonaws.com`, {
      conditions: { StringEquals: { "aws:SourceAccount": Stack.of(scope).account } },
    }),
    inlinePolicies: {
      [policy]: new PolicyDocument({ statements: [allow(["lambda:InvokeFunction"], [target.functionArn])] }),
    },
  }).withoutPolicyUpdates();
