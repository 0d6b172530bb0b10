import { Duration, Stack } from "aws-cdk-lib";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Timer } from "../../shared/contract/operation.ts";
import { timers } from "../../shared/contract/service.ts";
import { workers } from "../../shared/contract/workers.ts";
import { allow } from "./access/allow.ts";
import type { Functions } from "./operation-function.ts";
import { feed, reading, workQueue } from "./queues.ts";
import type { Timers } from "./timers.ts";

/** Three attempts of three seconds each end before it. */
const TIMEOUT = Duration.seconds(10);
/** SQS's maximum. A start that is throttled is retried each minute, for 16 hours. */
const ATTEMPTS = 1_000;
/** One start takes 30 ms, so signups leave payouts most of StartExecution's quota. */
const AT_ONCE: Readonly<Record<Timer["queue"], number>> = { signups: 2, payouts: 5 };

type TimerStartsProps = { functions: Functions; machines: Timers; letters: Queue };

/** With the function that starts them. */
export class TimerStarts extends Construct {
  readonly queues: Readonly<Record<Timer["queue"], Queue>>;
  readonly environment: Readonly<Record<string, string>>;
  readonly machinesEnvironment: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { functions, machines, letters }: TimerStartsProps) {
    super(scope, id);
    const more = { letters, timeout: TIMEOUT, attempts: ATTEMPTS };
    this.queues = { signups: workQueue(this, "Signups", more), payouts: workQueue(this, "Payouts", more) };

    const json = (value: object) => Stack.of(this).toJsonString(value);
    const queueOf = timers.map(({ name, queue }) => [name, this.queues[queue].queueUrl]);
    this.environment = { TIMER_QUEUES: json(Object.fromEntries(queueOf)) };
    this.machinesEnvironment = { TIMER_MACHINES: json(machines.arns) };
    const starter = functions.add(workers.startTimers, {
      timeout: TIMEOUT,
      environment: this.machinesEnvironment,
      statements: [
        reading(this.queues.signups, this.queues.payouts),
        allow(["states:StartExecution"], Object.values(machines.arns)),
      ],
    });
    for (const name of ["signups", "payouts"] as const)
      feed(this, `${name}ToStarter`, {
        queue: this.queues[name],
        target: starter,
        batchSize: 1,
        maxConcurrency: AT_ONCE[name],
      });
  }
}
