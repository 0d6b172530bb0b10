import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";
import { StartupFailure } from "../base/failure.ts";
import type { Template } from "../base/template.ts";
import type { Service } from "../platform/aws-endpoint.ts";
import { roleId } from "../platform/iam.ts";
import type { WatchedMetrics } from "../platform/metrics.ts";
import type { Demand, QuotaTwin } from "../quotas/twin.ts";
import type { Agenda } from "../time/agenda.ts";
import type { Anchor } from "../time/clock.ts";
import {
  type Execution,
  Executions,
  executionsArn,
  failure,
  invalidStart,
  type ListRequest,
  machineArn,
  redriven,
} from "./executions.ts";
import type { FromInterpreter, ToInterpreter } from "./interpreter-messages.ts";
import type { MachineParts, Machines } from "./machines.ts";
import { invokeAs, requireKnownStates } from "./tasks.ts";

type Json = Record<string, unknown>;
type Machine = { name: string; definition: Json; role: string };
type StartRequest = { stateMachineArn: string; name?: string; input?: string };

/**
 * An ASL interpreter runs them in a thread on the virtual clock. A start is journalled before it is
 * acknowledged. After a restart, an open execution starts again with its input: right only for waits for
 * instants and idempotent tasks.
 */
export class StepFunctions implements Machines {
  readonly #machines = new Map<string, Machine>();
  readonly #executions: Executions;
  readonly #warn: (message: string) => void;
  readonly #agenda: Agenda;
  readonly #metrics: WatchedMetrics;
  readonly #twin: QuotaTwin | undefined;
  readonly #waits = new Map<number, () => void>();
  #settled: (() => void) | undefined;
  /** The interpreter works only on messages, so without a new one it has nothing to do. */
  #isSettled = false;
  /** How many of the interpreter's calls of functions have no reply yet. */
  #calls = 0;
  readonly #interpreter: Worker;
  readonly #parts: Pick<MachineParts, "functions" | "iam">;
  #isResumed = false;

  constructor({ functions, iam, clock, agenda, metrics, dataDir, warn, twin }: MachineParts) {
    this.#metrics = metrics;
    this.#twin = twin;
    this.#warn = warn;
    this.#agenda = agenda;
    this.#parts = { functions, iam };
    this.#interpreter = new Worker(new URL("./step-functions-interpreter.ts", import.meta.url), {
      workerData: { clock },
    });
    this.#interpreter.on("message", (message: FromInterpreter) => this.#hear(message));
    this.#interpreter.on("error", (error) => {
      warn(`The interpreter ended, so state machines wait until a restart: ${error}`);
      this.#settled?.();
    });
    this.#executions = new Executions(dataDir);
  }

  check(template: Template): void {
    for (const machine of machinesOf(template)) requireKnownStates(machine.name, machine.definition);
  }

  /** Takes the state machines from a template. As on AWS, a running execution keeps its definition. */
  follow(template: Template): void {
    for (const machine of machinesOf(template)) this.#machines.set(machineArn(machine.name), machine);
    if (this.#isResumed) return;
    this.#isResumed = true;
    for (const execution of this.#executions.resumed((arn) => this.#machines.has(arn))) this.#run(execution);
  }

  create(template: Template): void {
    for (const id of template.ids("AWS::StepFunctions::StateMachine")) {
      template.provide(id, { ref: machineArn(id), Arn: machineArn(id), Name: id });
    }
  }

  followClock = (clock: Anchor) => this.#tell({ kind: "clock", clock });
  stop = () => this.#interpreter.terminate();

  service(): Service {
    return {
      target: "AWSStepFunctions",
      iamPrefix: "states",
      iamChecks: (operation, body) => [
        { action: `states:${operation}`, resource: String(body.executionArn ?? body.stateMachineArn) },
      ],
      perform: async (operation, body) => {
        if (operation === "StartExecution") return this.#start(body as StartRequest);
        if (operation === "ListExecutions") return this.#executions.list(body as ListRequest);
        if (operation === "RedriveExecution") return this.#redrive(String(body.executionArn));
        return failure("UnknownOperationException", `The local cloud does not implement ${operation}`);
      },
    };
  }

  demands = (operation: string): Demand[] => startDemands(operation, this.#executions.running().length);

  /** As on AWS, a repeated start with the same input returns the running execution. Another input fails. */
  #start({ stateMachineArn, name = randomUUID(), input = "{}" }: StartRequest) {
    if (!this.#machines.has(stateMachineArn)) return failure("StateMachineDoesNotExist", stateMachineArn);
    const invalid = invalidStart(name, input);
    if (invalid) return invalid;
    const arn = `${executionsArn(stateMachineArn)}:${name}`;
    const running = this.#executions.find(arn);
    if (running ? running.input !== input : this.#executions.isNameTaken(arn))
      return failure("ExecutionAlreadyExists", `Execution Already Exists: '${arn}'`);
    if (!running) {
      const execution = { arn, machineArn: stateMachineArn, input };
      this.#executions.start(execution);
      this.#run(execution);
    }
    return { status: 200, body: { executionArn: arn, startDate: Date.now() / 1000 } };
  }

  /** A start from the beginning does what AWS does from the failed step on: the steps are idempotent. */
  #redrive(arn: string) {
    const execution = this.#executions.restart(arn);
    if (execution) this.#run(execution);
    return redriven(arn, execution);
  }

  #run({ arn, machineArn: machine, input }: Execution): void {
    const { definition } = this.#machines.get(machine) as Machine;
    this.#tell({ kind: "run", execution: arn, definition, input: JSON.parse(input) });
  }

  underWay = (): string | undefined => (this.#calls > 0 ? "a task of a state machine" : undefined);

  /** Resolves when the interpreter has done everything that it can do at this instant. */
  async settle(): Promise<void> {
    if (this.#isSettled || this.#interpreter.threadId === -1) return;
    this.#isSettled = true;
    const settled = new Promise<void>((resolve) => {
      this.#settled = resolve;
    });
    this.#interpreter.postMessage({ kind: "settle" } satisfies ToInterpreter);
    await settled;
  }

  #hear(message: FromInterpreter): unknown {
    switch (message.kind) {
      case "invoke":
        this.#calls++;
        return this.#invoke(message)
          .catch((error) => this.#fail(message.call, "States.Runtime", String(error)))
          .finally(() => this.#calls--);
      case "ended":
        return this.#end(message);
      case "wait":
        return this.#wait(message);
      case "cancel":
        this.#waits.get(message.wait)?.();
        return this.#waits.delete(message.wait);
      case "settled":
        return this.#settled?.();
    }
  }

  #wait({ wait, at }: FromInterpreter & { kind: "wait" }): void {
    const wake = () => {
      this.#waits.delete(wait);
      this.#tell({ kind: "wake", wait });
    };
    this.#waits.set(wait, this.#agenda.at(at + this.#transition(), wake));
  }

  /** How long AWS delays a transition, in ms. */
  #transition = (): number => this.#twin?.delay("transitions", "a transition") ?? 0;

  #end({ execution, status, error: reason }: FromInterpreter & { kind: "ended" }): void {
    const StateMachineArn = this.#executions.find(execution)?.machineArn ?? "";
    this.#metrics.of("AWS/States", { StateMachineArn }, { ExecutionsFailed: Number(status !== "SUCCEEDED") });
    if (status !== "SUCCEEDED") this.#warn(`The execution ${execution} failed: ${reason}`);
    try {
      this.#executions.end(execution, status);
    } catch (error) {
      // A restart runs the execution again, and its tasks find their work done.
      this.#warn(`The end of ${execution} was not stored: ${error}`);
    }
  }

  async #invoke({ call, execution, resource, input }: FromInterpreter & { kind: "invoke" }): Promise<void> {
    const machine = this.#machines.get(this.#executions.find(execution)?.machineArn ?? "") as Machine;
    const delayed = this.#transition();
    if (delayed > 0) await new Promise<void>((go) => this.#agenda.at(Date.now() + delayed, go));
    const outcome = await invokeAs(this.#parts, machine.role, resource, JSON.stringify(input));
    if (outcome.ok) this.#tell({ kind: "result", call, value: JSON.parse(outcome.payload) });
    else this.#fail(call, outcome.errorType, outcome.errorMessage);
  }

  #fail(call: number, name: string, message: string): void {
    this.#tell({ kind: "result", call, error: { name, message } });
  }

  #tell(message: ToInterpreter): void {
    this.#isSettled = false;
    this.#interpreter.postMessage(message);
  }
}

const STARTS: Record<string, Demand["quota"]> = {
  StartExecution: "executionStarts",
  RedriveExecution: "redrives",
  ListExecutions: "executionLists",
};

/** What a call takes of AWS's quotas while so many executions are open. */
export function startDemands(operation: string, open: number): Demand[] {
  const quota = STARTS[operation];
  const opens: Demand[] = operation === "StartExecution" ? [{ quota: "openExecutions", key: "", open }] : [];
  return quota ? [{ quota, key: "" }, ...opens] : [];
}

export const machinesOf = (template: Template): Machine[] =>
  template.ofType("AWS::StepFunctions::StateMachine").map(({ id, properties }) => {
    const { DefinitionString, DefinitionSubstitutions, RoleArn } = properties;
    if (DefinitionString === undefined || DefinitionSubstitutions !== undefined)
      throw new StartupFailure(
        `The local cloud cannot run the state machine ${id}: its definition must be a text of the template.`,
      );
    return { name: id, definition: JSON.parse(String(DefinitionString)), role: roleId(String(RoleArn)) };
  });
