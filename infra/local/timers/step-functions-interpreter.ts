import { parentPort, workerData } from "node:worker_threads";
import { type Anchor, installNow, virtualNow } from "../time/clock.ts";
import type { FromInterpreter, ToInterpreter } from "./interpreter-messages.ts";
import { statesOf } from "./tasks.ts";

let { clock } = workerData as { clock: Anchor };
/** The interpreter subtracts now, and `setTimeout` below adds it again: no time may pass between. */
let instant = virtualNow(clock);
installNow(() => instant);

const tell = (message: FromInterpreter) => parentPort?.postMessage(message);

/** The interpreter's waits are entries of the main thread's agenda. */
const waits = new Map<number, () => void>();
let lastWait = 0;
globalThis.setTimeout = ((act: () => void, ms = 0) => {
  const wait = ++lastWait;
  waits.set(wait, act);
  // As in Node, a negative or missing delay ends at once.
  tell({ kind: "wait", wait, at: Date.now() + Math.max(ms || 0, 0) });
  return wait;
}) as unknown as typeof setTimeout;
globalThis.clearTimeout = ((wait: number) => {
  if (waits.delete(wait)) tell({ kind: "cancel", wait });
}) as typeof clearTimeout;

const { StateMachine } = await import("aws-local-stepfunctions");

type Settle = { resolve: (value: unknown) => void; reject: (error: Error) => void };
const calls = new Map<number, Settle>();
let lastCall = 0;

parentPort?.on("message", (message: ToInterpreter) => {
  if (message.kind === "clock") clock = message.clock;
  instant = virtualNow(clock);
  if (message.kind === "clock") return;
  if (message.kind === "run") return run(message);
  if (message.kind === "wake") return wake(message.wait);
  // Everything that earlier messages cause has run before the next turn of the event loop ends.
  if (message.kind === "settle")
    return void setImmediate(() => setImmediate(() => tell({ kind: "settled" })));
  const { resolve, reject } = calls.get(message.call) as Settle;
  calls.delete(message.call);
  if (message.error) reject(Object.assign(new Error(message.error.message), { name: message.error.name }));
  else resolve(message.value);
});

function wake(wait: number): void {
  const act = waits.get(wait);
  waits.delete(wait);
  act?.();
}

async function run({ execution, definition, input }: ToInterpreter & { kind: "run" }): Promise<void> {
  try {
    const overrides = { taskResourceLocalHandlers: handlers(execution, definition) };
    await machineOf(definition).run(input as never, { overrides }).result;
    tell({ kind: "ended", execution, status: "SUCCEEDED" });
  } catch (error) {
    const isLate = (error as Error).name === "ExecutionTimeoutError";
    tell({ kind: "ended", execution, status: isLate ? "TIMED_OUT" : "FAILED", error: String(error) });
  }
}

/** By their definitions. To check one takes 50 ms, and its executions share nothing else. */
const machines = new Map<string, InstanceType<typeof StateMachine>>();

/** Throws if the interpreter does not know a part of the definition. */
function machineOf(definition: Record<string, unknown>): InstanceType<typeof StateMachine> {
  const text = JSON.stringify(definition);
  const known = machines.get(text);
  if (known) return known;
  const machine = new StateMachine(patient(definition) as never, { validationOptions: { checkArn: false } });
  machines.set(text, machine);
  return machine;
}

/** In effect no timeout: 23 days. */
const LONGEST_SECONDS = 2_000_000;

/** AWS's default is no timeout. The interpreter's default, a minute, is too short on a fast clock. */
function patient(definition: Record<string, unknown>): Record<string, unknown> {
  const copy = structuredClone(definition);
  for (const [, state] of statesOf(copy))
    if (state.Type === "Task" && !("TimeoutSecondsPath" in state)) state.TimeoutSeconds ??= LONGEST_SECONDS;
  return copy;
}

/** Each task state asks the main thread to do its task. */
function handlers(execution: string, definition: Record<string, unknown>) {
  return Object.fromEntries(
    statesOf(definition)
      .filter(([, { Type }]) => Type === "Task")
      .map(([name, { Resource = "" }]) => [
        name,
        (input: unknown) =>
          new Promise<never>((resolve, reject) => {
            const call = ++lastCall;
            calls.set(call, { resolve: resolve as (value: unknown) => void, reject });
            tell({ kind: "invoke", call, execution, resource: Resource, input });
          }),
      ]),
  );
}
