import { join } from "node:path";
import { ACCOUNT, REGION } from "../base/template.ts";
import { Journal } from "../storage/journal.ts";

export type Execution = { arn: string; machineArn: string; input: string };
type Status = "SUCCEEDED" | "FAILED" | "TIMED_OUT" | "ABORTED";
export type ListRequest = { stateMachineArn: string; statusFilter: string };
/** A failed execution keeps its start, for a redrive. */
type Ended = { arn: string; status: Status; at: number; execution: Execution | undefined };

/** How long after its end AWS redrives an execution. */
const REDRIVABLE_MS = 14 * 86_400_000;

type Entry = { started: Execution } | { ended: string; status: Status; at: string };

/** How long AWS reserves the name of an execution after its end. */
const NAME_IS_TAKEN_MS = 90 * 86_400_000;

export const machineArn = (id: string) => `arn:aws:states:${REGION}:${ACCOUNT}:stateMachine:${id}`;
export const executionsArn = (machineArn: string) => machineArn.replace(":stateMachine:", ":execution:");

/** The service's answer to a request that fails. */
export const failure = (type: string, message: string) => ({
  status: 400,
  body: { __type: `com.amazonaws.swf.service.v2.model#${type}`, message },
});

export const redriven = (arn: string, execution: Execution | undefined) =>
  execution
    ? { status: 200, body: { redriveDate: Date.now() / 1000 } }
    : failure("ExecutionNotRedrivable", `Execution is not redrivable: '${arn}'`);

export function invalidStart(name: string, input: string) {
  if (!/^[\w-]{1,80}$/.test(name)) return failure("InvalidName", `Invalid Name: '${name}'`);
  try {
    JSON.parse(input);
    return undefined;
  } catch {
    return failure("InvalidExecutionInput", "Invalid State Machine Execution Input");
  }
}

/** The executions of the template's state machines. The data folder stores their starts and ends. */
export class Executions {
  readonly #running = new Map<string, Execution>();
  readonly #ended = new Map<string, Ended>();
  readonly #journal: Journal<Entry>;

  constructor(dataDir: string) {
    this.#journal = new Journal(join(dataDir, "executions.jsonl"));
    for (const entry of this.#journal.read()) this.#apply(entry);
  }

  /** The executions of an earlier run. Drops those of machines that `hasMachine` does not know any more. */
  resumed(hasMachine: (arn: string) => boolean): Execution[] {
    for (const { arn, machineArn } of this.#running.values())
      if (!hasMachine(machineArn)) this.#running.delete(arn);
    return this.running();
  }

  running = (): Execution[] => [...this.#running.values()];
  find = (arn: string): Execution | undefined => this.#running.get(arn);
  isNameTaken = (arn: string): boolean =>
    Date.now() - (this.#ended.get(arn)?.at ?? Number.NEGATIVE_INFINITY) < NAME_IS_TAKEN_MS;

  /** The reply to ListExecutions: those of the last 90 days with a status, newest first, on one page. */
  list({ stateMachineArn, statusFilter }: ListRequest) {
    const prefix = `${executionsArn(stateMachineArn)}:`;
    if (statusFilter === "RUNNING") return { status: 200, body: { executions: this.#listRunning(prefix) } };
    const executions = [...this.#ended.values()]
      .filter(({ arn, status }) => arn.startsWith(prefix) && status === statusFilter && this.isNameTaken(arn))
      .reverse()
      .map(({ arn: executionArn, status, at }) => {
        const name = executionArn.slice(prefix.length);
        return { executionArn, stateMachineArn, name, status, stopDate: at / 1000 };
      });
    return { status: 200, body: { executions } };
  }

  #listRunning = (prefix: string) =>
    this.running()
      .filter(({ arn }) => arn.startsWith(prefix))
      .reverse()
      .map(({ arn, machineArn }) => ({
        executionArn: arn,
        stateMachineArn: machineArn,
        name: arn.slice(prefix.length),
        status: "RUNNING",
      }));

  /** Starts an execution again that failed in the last 14 days. Undefined: there is none. */
  restart(arn: string): Execution | undefined {
    const { at = 0, execution } = this.#ended.get(arn) ?? {};
    if (!execution || Date.now() - at >= REDRIVABLE_MS) return undefined;
    this.#note({ started: execution });
    return execution;
  }

  /** Throws when the start cannot be stored. */
  start(execution: Execution): void {
    this.#note({ started: execution });
  }

  /** Throws when the end cannot be stored. */
  end(arn: string, status: Status): void {
    this.#note({ ended: arn, status, at: new Date().toISOString() });
  }

  #note(entry: Entry): void {
    this.#journal.append(entry);
    this.#apply(entry);
  }

  #apply(entry: Entry): void {
    if ("started" in entry) {
      this.#running.set(entry.started.arn, entry.started);
      this.#ended.delete(entry.started.arn);
    } else {
      const { ended: arn, status, at } = entry;
      const execution = status === "SUCCEEDED" ? undefined : this.#running.get(arn);
      this.#running.delete(arn);
      this.#ended.set(arn, { arn, status, at: Date.parse(at), execution });
    }
  }
}
