import {
  ExecutionAlreadyExists,
  paginateListExecutions,
  SFNClient,
  StartExecutionCommand,
} from "@aws-sdk/client-sfn";
import type { TimerRequest } from "../domain/event/outbox.ts";
import { clientSettings } from "./sqs.ts";

const client = new SFNClient(clientSettings);
const machines: Partial<Record<string, string>> = JSON.parse(process.env.TIMER_MACHINES ?? "{}");

/** Starts a timer's execution. Its name makes the start idempotent, also after the execution has ended. */
export async function startTimer({ timer, name, input }: TimerRequest): Promise<void> {
  const start = { stateMachineArn: machines[timer], name, input: JSON.stringify(input) };
  await client.send(new StartExecutionCommand(start)).catch((error: unknown) => {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  });
}

const UNFINISHED_ENDS = ["FAILED", "TIMED_OUT", "ABORTED"] as const;

/** The names of all executions that ended before their timer was done, of the last 90 days. */
export async function listFailedExecutions(): Promise<string[]> {
  const names: string[] = [];
  for (const stateMachineArn of Object.values(machines))
    for (const statusFilter of UNFINISHED_ENDS)
      for await (const { executions = [] } of paginateListExecutions(
        { client },
        { stateMachineArn, statusFilter, maxResults: 1000 },
      ))
        names.push(...executions.map(({ name = "" }) => name));
  return names;
}
