import { functionArnOf, type InvokableFunctions, type Outcome } from "../base/ports.ts";
import type { Properties } from "../base/template.ts";
import type { AwsEndpoint } from "../platform/aws-endpoint.ts";

type Json = Record<string, unknown>;

export type Handled = { failed: Set<string>; error?: string };

/** The function of an event source mapping. The source acts with the rights of the function's role. */
export class MappedFunction {
  readonly arn: string;
  readonly #reportsFailures: boolean;
  readonly #functions: InvokableFunctions;
  readonly #endpoint: AwsEndpoint;

  constructor(mapping: Properties, functions: InvokableFunctions, endpoint: AwsEndpoint) {
    this.arn = functionArnOf(mapping);
    this.#reportsFailures = ((mapping.FunctionResponseTypes ?? []) as string[]).includes(
      "ReportBatchItemFailures",
    );
    this.#functions = functions;
    this.#endpoint = endpoint;
  }

  async call(target: string, body: Json): Promise<Json> {
    const result = await this.#endpoint.call(this.#functions.accessKeyIdOf(this.arn), target, body);
    if (result === "cut") throw new Error(`${target} got no answer`);
    if (result.status !== 200) throw new Error(`${target} failed: ${JSON.stringify(result.body)}`);
    return result.body;
  }

  async handle(Records: Json[], ids: string[], requestId?: string): Promise<Handled> {
    const outcome = await this.#functions.invoke(this.arn, JSON.stringify({ Records }), requestId);
    if (!outcome.ok) return { failed: new Set(ids), error: outcome.errorType };
    return { failed: this.#reportsFailures ? failuresOf(outcome, ids) : new Set() };
  }
}

/** Reads the reply as AWS does: an empty reply means no failure, and an unknown id fails the whole batch. */
function failuresOf({ payload }: Outcome & { ok: true }, ids: string[]): Set<string> {
  const { batchItemFailures } = (JSON.parse(payload) ?? {}) as {
    batchItemFailures?: { itemIdentifier?: string }[] | null;
  };
  const reported = (batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier ?? "");
  return new Set(reported.every((id) => ids.includes(id)) ? reported : ids);
}
