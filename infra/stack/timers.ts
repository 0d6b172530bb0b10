import { Duration, Validations } from "aws-cdk-lib";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import {
  Choice,
  Condition,
  DefinitionBody,
  type IChainable,
  JitterType,
  JsonPath,
  StateMachine,
  Succeed,
  TaskInput,
  Wait,
  WaitTime,
} from "aws-cdk-lib/aws-stepfunctions";
import { LambdaInvoke } from "aws-cdk-lib/aws-stepfunctions-tasks";
import { Construct } from "constructs";
import type { Timer } from "../../shared/contract/operation.ts";
import { invokerRole } from "./access/allow.ts";
import { constructId, type Functions } from "./operation-function.ts";

/** Wait until the instant in the input, call, and wait again or stop. A late start makes no late finish. */
export class Timers extends Construct {
  readonly machines: ReadonlyMap<string, StateMachine>;
  readonly functions: ReadonlyMap<string, LambdaFunction>;

  constructor(
    scope: Construct,
    id: string,
    { functions, timers }: { functions: Functions; timers: readonly Timer[] },
  ) {
    super(scope, id);
    this.functions = new Map(timers.map((timer) => [timer.name, functions.add(timer)]));
    this.machines = new Map(timers.map((timer) => [timer.name, this.#machine(timer)]));
  }

  get arns(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      [...this.machines].map(([timer, { stateMachineArn }]) => [timer, stateMachineArn]),
    );
  }

  #machine(timer: Timer): StateMachine {
    const name = constructId(timer.name);
    const target = this.functions.get(timer.name) as LambdaFunction;
    const definition = timer.calls ? this.#unrolled(name, target, timer.calls) : this.#loop(name, target);
    const role = invokerRole(this, `${name}Role`, { service: "states", policy: "act", target });
    const machine = new StateMachine(this, name, {
      definitionBody: DefinitionBody.fromChainable(definition),
      role,
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

  /** As many waits and calls as the function needs. AWS bills each state entered, and this has no other. */
  #unrolled(name: string, target: LambdaFunction, calls: number): IChainable {
    const steps = Array.from({ length: calls }, (_, i) => {
      const number = i === 0 ? "" : ` ${i + 1}`;
      const isLast = i === calls - 1;
      return this.#wait(name, number).next(this.#act(name, target, number, isLast));
    });
    return steps.reduce((chain, step) => chain.next(step));
  }

  #loop(name: string, target: LambdaFunction): IChainable {
    const wait = this.#wait(name);
    const more = new Choice(this, `${name}More`, { stateName: "Anything left to do?" })
      .when(Condition.booleanEquals("$.done", false), wait)
      .otherwise(new Succeed(this, `${name}Done`, { stateName: "Done" }));
    return wait.next(this.#act(name, target)).next(more);
  }

  #wait = (name: string, number = ""): Wait =>
    new Wait(this, `${name}Wait${number.trim()}`, {
      stateName: `Wait until the instant${number}`,
      time: WaitTime.timestampPath("$.at"),
    });

  #act(name: string, target: LambdaFunction, number = "", isLast = false): LambdaInvoke {
    const call = { id: JsonPath.stringAt("$.id"), at: JsonPath.stringAt("$.at"), last: true };
    const act = new LambdaInvoke(this, `${name}Act${number.trim()}`, {
      stateName: `Act${number}`,
      lambdaFunction: target,
      payloadResponseOnly: true,
      retryOnServiceExceptions: false,
      ...(isLast && { payload: TaskInput.fromObject(call) }),
    });
    // Full jitter halves the pauses: half a day on average. Then the timer fails, and TimerFailed rings.
    act.addRetry({
      errors: ["States.ALL"],
      interval: Duration.seconds(1),
      backoffRate: 2,
      maxDelay: Duration.minutes(5),
      maxAttempts: 300,
      jitterStrategy: JitterType.FULL,
    });
    return act;
  }
}
