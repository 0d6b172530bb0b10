import { parentPort, workerData } from "node:worker_threads";
import { type Anchor, installDate, installTimers } from "./clock.ts";
import type { FromInterpreter, ToInterpreter } from "./step-functions.ts";

const { clock } = workerData as { clock: Anchor };
installDate(clock);
installTimers(clock);
const { StateMachine } = await import("aws-local-stepfunctions");

type Settle = { resolve: (value: unknown) => void; reject: (error: Error) => void };
const calls = new Map<number, Settle>();
let lastCall = 0;

const tell = (message: FromInterpreter) => parentPort?.postMessage(message);

parentPort?.on("message", (message: ToInterpreter) => {
  if (message.kind === "run") return run(message);
  const { resolve, reject } = calls.get(message.call) as Settle;
  calls.delete(message.call);
  if (message.error) reject(Object.assign(new Error(message.error.message), { name: message.error.name }));
  else resolve(message.value);
});

function run({ execution, definition, input }: ToInterpreter & { kind: "run" }): void {
  const machine = new StateMachine(patient(definition) as never, { validationOptions: { checkArn: false } });
  const running = machine.run(input as never, {
    overrides: { taskResourceLocalHandlers: handlers(execution, definition) },
  });
  running.result.then(
    () => tell({ kind: "ended", execution, status: "SUCCEEDED" }),
    (error: unknown) => tell({ kind: "ended", execution, status: "FAILED", error: String(error) }),
  );
}

/** The longest possible timer. */
const LONGEST_SECONDS = 2_000_000;

/** AWS's default is no timeout. The interpreter's default, a minute, is too short on a fast clock. */
function patient(definition: Record<string, unknown>): Record<string, unknown> {
  const States = Object.fromEntries(
    Object.entries(definition.States as Record<string, Record<string, unknown>>).map(([name, state]) => [
      name,
      state.Type === "Task" ? { TimeoutSeconds: LONGEST_SECONDS, ...state } : state,
    ]),
  );
  return { ...definition, States };
}

/** Each task state asks the main thread to invoke its function. */
function handlers(execution: string, definition: Record<string, unknown>) {
  const states = Object.entries(definition.States as Record<string, { Type: string; Resource?: string }>);
  return Object.fromEntries(
    states
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
