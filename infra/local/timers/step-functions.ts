import { randomUUID } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { StartupFailure } from "../base/failure.ts";
import type { Template } from "../base/template.ts";
import type { Service } from "../platform/aws-endpoint.ts";
import { type Iam, roleId } from "../platform/iam.ts";
import type { InvokableFunctions } from "../base/ports.ts";
import type { Engine } from "../platform/engine.ts";
import type { WatchedMetrics } from "../platform/metrics.ts";
import type { Agenda } from "../time/agenda.ts";
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
import { runMachine } from "./run-machine.ts";
import { invokeAs, requireKnownStates } from "./tasks.ts";

type Json = Record<string, unknown>;
type Machine = { name: string; definition: Json; role: string };
type Parts = {
  functions: InvokableFunctions;
  iam: Iam;
  agenda: Agenda;
  metrics: WatchedMetrics;
  dataDir: string;
  warn: (message: string) => void;
};
type StartRequest = { stateMachineArn: string; name?: string; input?: string };

/**
 * State machines on the agenda. A start is journalled before it is acknowledged. After a restart, an open
 * execution starts again with its input: right only for waits for instants and idempotent tasks.
 */
export class StepFunctions implements Engine {
  readonly #machines = new Map<string, Machine>();
  readonly #executions: Executions;
  readonly #warn: (message: string) => void;
  readonly #agenda: Agenda;
  readonly #metrics: WatchedMetrics;
  /** How many tasks have no reply yet. */
  #calls = 0;
  readonly #parts: Pick<Parts, "functions" | "iam">;
  #isResumed = false;

  constructor({ functions, iam, agenda, metrics, dataDir, warn }: Parts) {
    this.#metrics = metrics;
    this.#warn = warn;
    this.#agenda = agenda;
    this.#parts = { functions, iam };
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
    for (const execution of this.#executions.resumed((arn) => this.#machines.has(arn)))
      void this.#run(execution);
  }

  create(template: Template): void {
    for (const id of template.ids("AWS::StepFunctions::StateMachine")) {
      template.provide(id, { ref: machineArn(id), Arn: machineArn(id), Name: id });
    }
  }

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
      void this.#run(execution);
    }
    return { status: 200, body: { executionArn: arn, startDate: Date.now() / 1000 } };
  }

  /** A start from the beginning does what AWS does from the failed step on: the steps are idempotent. */
  #redrive(arn: string) {
    const execution = this.#executions.restart(arn);
    if (execution) void this.#run(execution);
    return redriven(arn, execution);
  }

  async #run({ arn, machineArn: machine, input }: Execution): Promise<void> {
    const { definition, role } = this.#machines.get(machine) as Machine;
    const until = (instant: number) => new Promise<void>((wake) => void this.#agenda.at(instant, wake));
    const invoke = (resource: string, payload: Json) => {
      this.#calls++;
      return invokeAs(this.#parts, role, resource, JSON.stringify(payload)).finally(() => this.#calls--);
    };
    const run = { until, invoke, now: Date.now, random: Math.random };
    const reason = await runMachine(definition, JSON.parse(input), run).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    this.#end(arn, machine, reason);
  }

  /** The executions that have not ended. */
  waiting = (): string[] => this.#executions.running().map(({ arn }) => arn);

  underWay = (): string | undefined => (this.#calls > 0 ? "a task of a state machine" : undefined);

  /** What an instant woke has run before the next turn of the event loop ends. */
  async settle(): Promise<void> {
    await turn();
    await turn();
  }

  #end(arn: string, StateMachineArn: string, reason: string | undefined): void {
    this.#metrics.of("AWS/States", { StateMachineArn }, { ExecutionsFailed: Number(reason !== undefined) });
    if (reason !== undefined) this.#warn(`The execution ${arn} failed: ${reason}`);
    try {
      this.#executions.end(arn, reason === undefined ? "SUCCEEDED" : "FAILED");
    } catch (error) {
      // A restart runs the execution again, and its tasks find their work done.
      this.#warn(`The end of ${arn} was not stored: ${error}`);
    }
  }
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
