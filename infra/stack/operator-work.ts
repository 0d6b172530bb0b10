import { ArnFormat, type CfnResource, Names, type Stack, Validations } from "aws-cdk-lib";
import type { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { repairFunction } from "../../shared/contract/operators/commands.ts";
import { allow } from "./access/allow.ts";
import type { Extra, Functions } from "./operation-function.ts";
import { counting, moving, sending } from "./queues.ts";
import type { BackgroundWork } from "./relay.ts";
import type { Timers } from "./timers.ts";

/** `letters` return to `queue`. Without a queue, `relay redrive` does what they ask for. */
type WorkQueue = { name: string; queue?: Queue; letters?: Queue };

function queuesOf({ mail, taxes, batches, due, webhooks, relay }: BackgroundWork): WorkQueue[] {
  const { events, first, waiting } = webhooks.deadLetters;
  const { signups, payouts } = relay.timers.queues;
  return [
    { name: "relay", letters: relay.deadLetters },
    { name: "signup-timers", queue: signups },
    { name: "payout-timers", queue: payouts },
    { name: "mail", queue: mail.queue, letters: mail.deadLetters },
    ...(mail.feedback
      ? [{ name: "mail-feedback", queue: mail.feedback.queue, letters: mail.feedback.deadLetters }]
      : []),
    { name: "tax-walks", queue: taxes.queue, letters: taxes.deadLetters },
    { name: "batches", queue: batches.queue, letters: batches.deadLetters },
    { name: "payouts", queue: due.queue },
    { name: "events", queue: webhooks.fanOut, letters: events },
    { name: "first", queue: webhooks.first, letters: first },
    // The signer moves the hints of slow endpoints to the slow lane.
    { name: "waiting", queue: webhooks.later, letters: waiting },
    { name: "slow", queue: webhooks.slow },
  ];
}

export function lookingAtWork(stack: Stack, work: BackgroundWork): Extra {
  const named = queuesOf(work).flatMap(({ name, queue, letters }) =>
    [queue, letters].flatMap((each) => (each ? [{ name, queue: each }] : [])),
  );
  for (const { name, queue } of named)
    (queue.node.defaultChild as CfnResource).addMetadata("OperatorsName", name);
  return {
    environment: environmentOf(stack, work),
    statements: [counting(...named.map(({ queue }) => queue)), listingTimers(work)],
  };
}

/** What operators need to move dead letters back, and to let failed timers continue. */
export function movingWork(stack: Stack, work: BackgroundWork): Extra {
  const moves = queuesOf(work).flatMap(({ queue, letters }) =>
    queue && letters ? [{ queue, letters }] : [],
  );
  const executions = [...work.machines.machines.values()].map(({ stateMachineName }) =>
    stack.formatArn({
      service: "states",
      resource: "execution",
      resourceName: `${stateMachineName}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    }),
  );
  return {
    environment: environmentOf(stack, work),
    statements: [
      moving(...moves.map(({ letters }) => letters)),
      sending(...moves.map(({ queue }) => queue)),
      listingTimers(work),
      allow(["states:RedriveExecution"], executions),
    ],
  };
}

const environmentOf = (stack: Stack, work: BackgroundWork): Record<string, string> => ({
  // Names alone: the variables of a function may have 4 KB together.
  QUEUES: stack.toJsonString(
    queuesOf(work).map(({ name, queue, letters }) => [
      name,
      queue?.queueName ?? "",
      letters?.queueName ?? "",
    ]),
  ),
  ...work.relay.timers.machinesEnvironment,
});

const listingTimers = ({ machines }: BackgroundWork): PolicyStatement =>
  allow(["states:ListExecutions"], Object.values(machines.arns));

/** An execution has no address before it starts, so the grant is on all executions of our own machines. */
export function acknowledgeExecutions(functions: Functions, { machines }: Timers): void {
  for (const machine of machines.values()) {
    // The machine is in the main stack, so CDK hands its name down as a parameter.
    const name = `referenceto${Names.nodeUniqueId((machine.node.defaultChild as CfnResource).node)}Name`;
    Validations.of(functions.roleOf(repairFunction.name)).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:<${name}>:*]`,
      reason: "Executions have generated names. The grant covers those of the service's own timers only.",
    });
  }
}
