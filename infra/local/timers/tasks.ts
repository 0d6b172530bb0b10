import { StartupFailure } from "../base/failure.ts";
import { functionArnOf, type InvokableFunctions, type Outcome } from "../base/ports.ts";
import type { AwsEndpoint } from "../platform/aws-endpoint.ts";
import type { Iam } from "../platform/iam.ts";
import { statesOf } from "./states.ts";

type Json = Record<string, unknown>;
/** A state machine that acts: its name and the role's logical id. */
type Actor = { name: string; role: string };

const LAMBDA = "arn:aws:states:::lambda:invoke";
/** The services that a task may call without a function, and the targets of their calls. */
const SERVICES: Record<string, { target: string; errors: string }> = {
  dynamodb: { target: "DynamoDB_20120810", errors: "DynamoDB" },
  sqs: { target: "AmazonSQS", errors: "SQS" },
};

/** The call of a service that a resource names, such as `arn:aws:states:::dynamodb:putItem`. */
function callOf(resource: string): { target: string; errors: string } | undefined {
  const [, name = "", action = ""] = /^arn:aws:states:::(\w+):(\w+)$/.exec(resource) ?? [];
  const service = SERVICES[name];
  const operation = action.charAt(0).toUpperCase() + action.slice(1);
  return service && { target: `${service.target}.${operation}`, errors: service.errors };
}

/** Refuses what the interpreter would run in another way than AWS, or not at all. */
export function requireKnownStates(machine: string, definition: Json): void {
  const refuse = (what: string): never => {
    throw new StartupFailure(`The local cloud cannot run the state machine ${machine}: ${what}`);
  };
  const all = statesOf(definition);
  if ([definition, ...all.map(([, state]) => state)].some(({ QueryLanguage }) => QueryLanguage === "JSONata"))
    refuse("it knows JSONPath, and not JSONata.");
  for (const [name, { Type, Resource = "", ItemReader, ItemProcessor }] of all) {
    const { ProcessorConfig } = (ItemProcessor ?? {}) as { ProcessorConfig?: { Mode?: string } };
    if (ItemReader !== undefined || ProcessorConfig?.Mode === "DISTRIBUTED")
      refuse(`the state ${name} is a distributed map.`);
    if (
      Type === "Task" &&
      !Resource.startsWith("arn:aws:lambda:") &&
      Resource !== LAMBDA &&
      !callOf(Resource)
    )
      refuse(
        `the state ${name} uses ${Resource}. It knows functions, and calls of ${Object.keys(SERVICES).join(" and ")}.`,
      );
  }
}

/** Runs the tasks of state machines, each with the rights of its machine. */
export class Tasks {
  readonly #functions: InvokableFunctions;
  readonly #iam: Iam;
  readonly #endpoint: AwsEndpoint;

  constructor(functions: InvokableFunctions, iam: Iam, endpoint: AwsEndpoint) {
    this.#functions = functions;
    this.#iam = iam;
    this.#endpoint = endpoint;
  }

  async run(actor: Actor, resource: string, input: unknown): Promise<Outcome> {
    const call = callOf(resource);
    if (call) return this.#call(actor, call, input as Json);
    if (resource !== LAMBDA) return this.#invoke(actor, resource, input);
    const { FunctionName, Payload = {} } = input as Json;
    const outcome = await this.#invoke(actor, functionArnOf({ FunctionName }), Payload);
    if (!outcome.ok) return outcome;
    const reply = { ExecutedVersion: "$LATEST", Payload: JSON.parse(outcome.payload), StatusCode: 200 };
    return { ok: true, payload: JSON.stringify(reply) };
  }

  async #invoke({ role }: Actor, arn: string, input: unknown): Promise<Outcome> {
    if (await this.#iam.allows(role, "lambda:InvokeFunction", arn))
      return this.#functions.invoke(arn, JSON.stringify(input));
    const errorMessage = `${role} is not authorized to perform lambda:InvokeFunction on ${arn}`;
    return { ok: false, errorType: "Lambda.AWSLambdaException", errorMessage };
  }

  async #call(
    { name, role }: Actor,
    call: { target: string; errors: string },
    input: Json,
  ): Promise<Outcome> {
    // A message may be any JSON.
    const text = typeof input.MessageBody === "object" && { MessageBody: JSON.stringify(input.MessageBody) };
    const accessKeyId = this.#endpoint.credentialsFor(name, role);
    const reply = await this.#endpoint.call(accessKeyId, call.target, { ...input, ...text });
    if (reply === "cut")
      return { ok: false, errorType: `${call.errors}.SdkClientException`, errorMessage: "" };
    const { status, body } = reply;
    if (status === 200) return { ok: true, payload: JSON.stringify(body) };
    const errorType = `${call.errors}.${String(body.__type).split("#").at(-1)}`;
    return { ok: false, errorType, errorMessage: String(body.message ?? "") };
  }
}
