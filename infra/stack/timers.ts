import { Duration, Validations } from "aws-cdk-lib";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Choice,
  Condition,
  DefinitionBody,
  JitterType,
  StateMachine,
  Succeed,
  Wait,
  WaitTime,
} from "aws-cdk-lib/aws-stepfunctions";
import { LambdaInvoke } from "aws-cdk-lib/aws-stepfunctions-tasks";
import { Construct } from "constructs";
import type { Timer } from "../../shared/contract/operation.ts";
import { constructId, type Functions } from "./operation-function.ts";

/**
 * A state machine for each timer: wait until the instant in the input, call the function, and wait again or
 * stop, as its answer says. It waits for instants, not durations, so a late start does not make a late
 * finish.
 */
export class Timers extends Construct {
  readonly machines: ReadonlyMap<string, StateMachine>;

  constructor(
    scope: Construct,
    id: string,
    { functions, timers }: { functions: Functions; timers: readonly Timer[] },
  ) {
    super(scope, id);
    this.machines = new Map(timers.map((timer) => [timer.name, this.#machine(timer, functions)]));
  }

  #machine(timer: Timer, functions: Functions): StateMachine {
    const name = constructId(timer.name);
    const wait = new Wait(this, `${name}Wait`, {
      stateName: "Wait until the instant",
      time: WaitTime.timestampPath("$.at"),
    });
    const target = functions.add(timer);
    const act = new LambdaInvoke(this, `${name}Act`, {
      stateName: "Act",
      lambdaFunction: target,
      payloadResponseOnly: true,
      retryOnServiceExceptions: false,
    });
    // Full jitter halves the pauses, so the retries last half a day on average. A shorter outage makes a
    // timer late. A longer one makes it fail, and the alarm TimerFailed fires.
    act.addRetry({
      errors: ["States.ALL"],
      interval: Duration.seconds(1),
      backoffRate: 2,
      maxDelay: Duration.minutes(5),
      maxAttempts: 300,
      jitterStrategy: JitterType.FULL,
    });
    const more = new Choice(this, `${name}More`, { stateName: "Anything left to do?" });
    const definition = wait
      .next(act)
      .next(
        more
          .when(Condition.booleanEquals("$.done", false), wait)
          .otherwise(new Succeed(this, `${name}Done`, { stateName: "Done" })),
      );

    // CDK's own role would also allow every version of the function.
    const role = new Role(this, `${name}Role`, {
      assumedBy: new ServicePrincipal("states.amazonaws.com"),
      inlinePolicies: {
        act: new PolicyDocument({
          statements: [
            new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [target.functionArn] }),
          ],
        }),
      },
    });
    const machine = new StateMachine(this, name, {
      definitionBody: DefinitionBody.fromChainable(definition),
      role: role.withoutPolicyUpdates(),
    });
    Validations.of(machine).acknowledge(
      {
        id: "AwsSolutions-SF1",
        reason:
          "A standard workflow stores the history of each execution for 90 days, and a log would repeat it.",
      },
      {
        id: "AwsSolutions-SF2",
        reason: "The log lines of its one function trace it, and X-Ray needs a wildcard grant.",
      },
    );
    return machine;
  }
}
