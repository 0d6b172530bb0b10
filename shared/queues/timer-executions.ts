import {
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  ExecutionNotRedrivable,
  ListExecutionsCommand,
  paginateListExecutions,
  RedriveExecutionCommand,
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

export type TimerExecution = { timer: string; name: string; arn: string; status: string; ended_at?: string };

const MAX_LISTED = 1_000;

/** The executions that failed, or that still wait: the newest thousand of each machine and status. */
export async function listExecutions(which: "failed" | "waiting"): Promise<TimerExecution[]> {
  const timerExecutions: TimerExecution[] = [];
  for (const [timer, stateMachineArn] of Object.entries(machines))
    for (const statusFilter of which === "failed" ? UNFINISHED_ENDS : (["RUNNING"] as const)) {
      const request = { stateMachineArn, statusFilter, maxResults: MAX_LISTED };
      const { executions = [] } = await client.send(new ListExecutionsCommand(request));
      for (const { name = "", executionArn: arn = "", status = "", stopDate } of executions)
        timerExecutions.push({
          timer,
          name,
          arn,
          status,
          ...(stopDate && { ended_at: stopDate.toISOString() }),
        });
    }
  return timerExecutions;
}

/** Lets a failed execution continue. Returns false when AWS no longer can: it ended more than 14 days ago. */
export async function redriveExecution(executionArn: string): Promise<boolean> {
  try {
    await client.send(new RedriveExecutionCommand({ executionArn }));
    return true;
  } catch (error) {
    if (error instanceof ExecutionNotRedrivable || error instanceof ExecutionDoesNotExist) return false;
    throw error;
  }
}

/** Lets the failed execution with this name continue. Returns false when no machine has one. */
export async function redriveNamed(name: string): Promise<boolean> {
  const tried = Object.values(machines).map((arn = "") =>
    redriveExecution(`${arn.replace(":stateMachine:", ":execution:")}:${name}`),
  );
  return (await Promise.all(tried)).includes(true);
}

/**
 * Those that ended since an instant before their timer was done. `withSucceeded`: after a restore of the
 * table, one that succeeded may have done what the table has forgotten.
 */
export async function listEndedExecutions(since: Date, withSucceeded: boolean): Promise<string[]> {
  const names: string[] = [];
  for (const stateMachineArn of Object.values(machines))
    for (const statusFilter of withSucceeded ? [...UNFINISHED_ENDS, "SUCCEEDED" as const] : UNFINISHED_ENDS)
      for await (const { executions = [] } of paginateListExecutions(
        { client },
        { stateMachineArn, statusFilter, maxResults: 1000 },
      )) {
        names.push(...executions.map(({ name = "" }) => name));
        const oldest = executions.at(-1)?.stopDate;
        // Step Functions lists the newest end first.
        if (oldest && oldest < since) break;
      }
  return names;
}
