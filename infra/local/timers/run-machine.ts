import type { Outcome } from "../base/ports.ts";

type Json = Record<string, unknown>;
type Retry = {
  IntervalSeconds?: number;
  BackoffRate?: number;
  MaxDelaySeconds?: number;
  MaxAttempts?: number;
};
type State = {
  Type: "Wait" | "Task" | "Choice" | "Succeed";
  TimestampPath?: string;
  Resource?: string;
  Parameters?: Json;
  Retry?: Retry[];
  Choices?: { Variable: string; BooleanEquals: boolean; Next: string }[];
  Default?: string;
  Next?: string;
};

/** The fields that the interpreter knows, by type of state. `requireKnownStates` refuses all others. */
export const KNOWN_FIELDS: Record<State["Type"], readonly string[]> = {
  Wait: ["TimestampPath", "Next", "End"],
  Task: ["Resource", "Parameters", "Retry", "Next", "End"],
  Choice: ["Choices", "Default"],
  Succeed: [],
};

/** The one who runs a machine gives it time, chance and functions. */
export type MachineRun = {
  until(instant: number): Promise<void>;
  invoke(resource: string, input: Json): Promise<Outcome>;
  now(): number;
  random(): number;
};

const valueAt = (path: string, input: Json): unknown => input[path.replace("$.", "")];

/** Runs a state machine to its end: waits for instants, tasks with retries, and choices. */
export async function runMachine(definition: Json, started: Json, run: MachineRun): Promise<void> {
  const { StartAt, States } = definition as { StartAt: string; States: Record<string, State> };
  let input = started;
  for (let next: string | undefined = StartAt; next !== undefined; ) {
    const state = States[next] as State;
    if (state.Type === "Wait") await run.until(Date.parse(String(valueAt(state.TimestampPath ?? "", input))));
    if (state.Type === "Task") input = await task(state, input, run);
    const choice = state.Choices?.find(
      ({ Variable, BooleanEquals }) => valueAt(Variable, input) === BooleanEquals,
    );
    next = state.Type === "Choice" ? (choice?.Next ?? state.Default) : state.Next;
  }
}

/** Throws when the task and all its retries have failed. */
async function task({ Resource = "", Parameters, Retry: [retry] = [] }: State, input: Json, run: MachineRun) {
  const payload = Parameters ? parameters(Parameters, input) : input;
  for (let attempt = 0; ; attempt++) {
    const outcome = await run.invoke(Resource, payload);
    if (outcome.ok) return JSON.parse(outcome.payload) as Json;
    const { IntervalSeconds = 1, BackoffRate = 2, MaxDelaySeconds = Infinity, MaxAttempts = 3 } = retry ?? {};
    if (!retry || attempt >= MaxAttempts) throw new Error(`${outcome.errorType}: ${outcome.errorMessage}`);
    const pause = Math.min(MaxDelaySeconds, IntervalSeconds * BackoffRate ** attempt);
    await run.until(run.now() + run.random() * pause * 1_000);
  }
}

/** A task's own input. Its names that end in `.$` are paths of what the task gets. */
const parameters = (named: Json, input: Json): Json =>
  Object.fromEntries(
    Object.entries(named).map(([name, value]) =>
      name.endsWith(".$") ? [name.slice(0, -2), valueAt(String(value), input)] : [name, value],
    ),
  );
