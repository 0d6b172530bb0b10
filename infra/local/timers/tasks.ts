import { StartupFailure } from "../base/failure.ts";
import type { InvokableFunctions, Outcome } from "../base/ports.ts";
import type { Iam } from "../platform/iam.ts";
import { KNOWN_FIELDS } from "./run-machine.ts";

type Json = Record<string, unknown>;
type State = Json & { Type: string; Resource?: string; QueryLanguage?: string };

/** Fields that change nothing here: each path is a name, and each jitter is full. */
const OF_ALL = ["Type", "Comment"];

const statesOf = (definition: Json): [name: string, state: State][] =>
  Object.entries((definition.States ?? {}) as Record<string, State>);

/** Refuses what the interpreter would run in another way than AWS, or not at all. */
export function requireKnownStates(machine: string, definition: Json): void {
  const refuse = (what: string): never => {
    throw new StartupFailure(`The local cloud cannot run the state machine ${machine}: ${what}`);
  };
  const states = statesOf(definition);
  if ([definition, ...states.map(([, state]) => state)].some((each) => each.QueryLanguage === "JSONata"))
    refuse("it knows JSONPath, and not JSONata.");
  for (const [name, state] of states) {
    const { Type, Resource = "" } = state;
    const fields = KNOWN_FIELDS[Type as keyof typeof KNOWN_FIELDS];
    if (!fields) refuse(`the state ${name} is a ${Type}. It knows ${Object.keys(KNOWN_FIELDS).join(", ")}.`);
    const other = Object.keys(state).find((field) => ![...OF_ALL, ...fields].includes(field));
    if (other) refuse(`the state ${name} has ${other}. Of a ${Type} it knows ${fields.join(", ")}.`);
    if (Type === "Task" && !Resource.startsWith("arn:aws:lambda:"))
      refuse(`the state ${name} uses ${Resource}. It knows functions.`);
  }
}

type Parts = { functions: InvokableFunctions; iam: Iam };

/** Invokes a function with the rights of a role, such as a state machine's or a schedule's. */
export async function invokeAs(
  { functions, iam }: Parts,
  role: string,
  arn: string,
  payload: string,
): Promise<Outcome> {
  if (await iam.allows(role, "lambda:InvokeFunction", arn)) return functions.invoke(arn, payload);
  const errorMessage = `${role} is not authorized to perform lambda:InvokeFunction on ${arn}`;
  return { ok: false, errorType: "AccessDeniedException", errorMessage };
}
