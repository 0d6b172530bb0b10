import type { Template } from "../../infra/local/base/template.ts";
import type { Service } from "../../infra/local/platform/aws-endpoint.ts";
import { executionsArn, failure, machineArn } from "../../infra/local/timers/executions.ts";
import type { MachineParts, Machines } from "../../infra/local/timers/machines.ts";
import { machinesOf } from "../../infra/local/timers/step-functions.ts";
import { invokeAs, requireKnownStates, statesOf } from "../../infra/local/timers/tasks.ts";
import type { World } from "./world.ts";

type Json = Record<string, unknown>;
type State = {
  Type: "Wait" | "Task" | "Choice" | "Succeed";
  TimestampPath?: string;
  Resource?: string;
  Parameters?: Json;
  Retry?: { IntervalSeconds: number; BackoffRate: number; MaxDelaySeconds: number; MaxAttempts: number }[];
  Choices?: { Variable: string; BooleanEquals: boolean; Next: string }[];
  Default?: string;
  Next?: string;
  End?: boolean;
};
type Machine = ReturnType<typeof machinesOf>[number];
type Execution = { arn: string; input: string; hasEnded: boolean };

/** A field that is ignored would make a timer of another kind. */
const FIELDS = [
  "Type",
  "TimestampPath",
  "Resource",
  "Parameters",
  "Retry",
  "Choices",
  "Default",
  "Next",
  "End",
];

const at = (path: string, input: Json): unknown => input[path.replace("$.", "")];

/** State machines that wait for instants, call functions and choose. They run on the world's list. */
export class SimulatedMachines implements Machines {
  readonly #world: World;
  readonly #parts: Pick<MachineParts, "functions" | "iam">;
  readonly #machines = new Map<string, Machine>();
  readonly #executions = new Map<string, Execution>();
  readonly #warn: (message: string) => void;

  constructor(world: World, { functions, iam, warn }: MachineParts) {
    this.#world = world;
    this.#warn = warn;
    this.#parts = { functions, iam };
  }

  check(template: Template): void {
    for (const { name, definition } of machinesOf(template)) {
      requireKnownStates(name, definition);
      for (const [state, fields] of statesOf(definition)) {
        const unknown = Object.keys(fields).find((field) => !FIELDS.includes(field));
        if (unknown) throw new Error(`The simulator does not know ${unknown} of the state "${state}"`);
      }
    }
  }

  create(template: Template): void {
    for (const id of template.ids("AWS::StepFunctions::StateMachine"))
      template.provide(id, { ref: machineArn(id), Arn: machineArn(id), Name: id });
  }

  follow(template: Template): void {
    for (const machine of machinesOf(template)) this.#machines.set(machineArn(machine.name), machine);
  }

  followClock = (): void => {};
  stop = async (): Promise<number> => 0;
  settle = async (): Promise<void> => {};
  underWay = (): string | undefined => undefined;
  /** The executions that have not ended. */
  waiting = (): string[] =>
    [...this.#executions.values()].flatMap(({ arn, hasEnded }) => (hasEnded ? [] : arn));

  service = (): Service => ({
    target: "AWSStepFunctions",
    iamPrefix: "states",
    iamChecks: (operation, body) => [
      { action: `states:${operation}`, resource: String(body.stateMachineArn) },
    ],
    perform: async (operation, body) =>
      operation === "StartExecution"
        ? this.#start(String(body.stateMachineArn), String(body.name), String(body.input))
        : failure("UnknownOperationException", operation),
  });

  #start(machine: string, name: string, input: string) {
    const arn = `${executionsArn(machine)}:${name}`;
    const known = this.#executions.get(arn);
    if (known && (known.hasEnded || known.input !== input)) return failure("ExecutionAlreadyExists", arn);
    if (!known) {
      const execution = { arn, input, hasEnded: false };
      this.#executions.set(arn, execution);
      void this.#run(this.#machines.get(machine) as Machine, execution);
    }
    return { status: 200, body: { executionArn: arn, startDate: Date.now() / 1000 } };
  }

  async #run(machine: Machine, execution: Execution): Promise<void> {
    const { StartAt, States } = machine.definition as { StartAt: string; States: Record<string, State> };
    let input = JSON.parse(execution.input) as Json;
    for (let next: string | undefined = StartAt; next !== undefined; ) {
      const state = States[next] as State;
      if (state.Type === "Wait")
        await this.#world.sleep(Date.parse(String(at(state.TimestampPath ?? "", input))) - this.#world.now);
      if (state.Type === "Task") {
        const result = await this.#task(machine, state, input);
        if (!result) return this.#warn(`The execution ${execution.arn} failed`);
        input = result;
      }
      const choice = state.Choices?.find((each) => at(each.Variable, input) === each.BooleanEquals);
      next = state.Type === "Choice" ? (choice?.Next ?? state.Default) : state.Next;
    }
    execution.hasEnded = true;
  }

  /** The output of a task. Undefined: it failed, and so did all its repetitions. */
  async #task(machine: Machine, { Resource = "", Parameters, Retry: [retry] = [] }: State, input: Json) {
    const given = Parameters ? parameters(Parameters, input) : input;
    for (let attempt = 0; ; attempt++) {
      const outcome = await invokeAs(this.#parts, machine.role, Resource, JSON.stringify(given));
      if (outcome.ok) return JSON.parse(outcome.payload) as Json;
      if (!retry || attempt >= retry.MaxAttempts) return undefined;
      const pause = Math.min(retry.MaxDelaySeconds, retry.IntervalSeconds * retry.BackoffRate ** attempt);
      await this.#world.sleep(this.#world.random() * pause * 1_000);
    }
  }
}

/** A task's own input. Its names that end in `.$` are paths of what the task gets. */
const parameters = (given: Json, input: Json): Json =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) =>
      name.endsWith(".$") ? [name.slice(0, -2), at(String(value), input)] : [name, value],
    ),
  );
