import { StartupFailure } from "../base/failure.ts";
import type { InvokableFunctions, Outcome } from "../base/ports.ts";
import type { Iam } from "../platform/iam.ts";

type Json = Record<string, unknown>;
type State = Json & { Type: string; Resource?: string; QueryLanguage?: string };

const TYPES = ["Task", "Wait", "Choice", "Pass", "Succeed", "Fail"];

export const statesOf = (definition: Json): [name: string, state: State][] =>
  Object.entries((definition.States ?? {}) as Record<string, State>);

/** Refuses what the interpreter would run in another way than AWS, or not at all. */
export function requireKnownStates(machine: string, definition: Json): void {
  const refuse = (what: string): never => {
    throw new StartupFailure(`The local cloud cannot run the state machine ${machine}: ${what}`);
  };
  const states = statesOf(definition);
  if ([definition, ...states.map(([, state]) => state)].some((each) => each.QueryLanguage === "JSONata"))
    refuse("it knows JSONPath, and not JSONata.");
  for (const [name, { Type, Resource = "" }] of states) {
    if (!TYPES.includes(Type)) refuse(`the state ${name} is a ${Type}. It knows ${TYPES.join(", ")}.`);
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
