import { functionArn, type InvokableFunctions, NOT_FOUND, type Outcome } from "../base/ports.ts";
import { ACCOUNT, REGION, type Resource, type Template } from "../base/template.ts";
import type { Engine } from "../platform/engine.ts";
import type { Concurrency } from "./concurrency.ts";
import type { FunctionOptions } from "./function-options.ts";
import { nameOf } from "./function-properties.ts";
import type { Invoker } from "./invoker.ts";
import { LambdaFunction } from "./lambda-function.ts";

export class Lambda implements Engine, InvokableFunctions {
  readonly #functions = new Map<string, LambdaFunction>();
  readonly #options: FunctionOptions;
  readonly #invoker: Invoker;
  readonly concurrency: Concurrency;

  constructor(options: FunctionOptions, invoker: Invoker) {
    this.#options = options;
    this.#invoker = invoker;
    this.concurrency = options.concurrency;
  }

  create(template: Template): void {
    for (const id of template.ids("AWS::Logs::LogGroup"))
      template.provide(id, { ref: id, Arn: `arn:aws:logs:${REGION}:${ACCOUNT}:log-group:${id}:*` });
    for (const id of template.ids("AWS::Lambda::Function"))
      template.provide(id, { ref: id, Arn: functionArn(id) });
  }

  follow(template: Template): void {
    const former = new Map(this.#functions);
    const resources = template.ofType("AWS::Lambda::Function");
    this.concurrency.reserve(reservations(resources));
    for (const resource of resources) {
      const arn = functionArn(resource.id);
      former.get(arn)?.follow(resource);
      if (!former.delete(arn))
        this.#functions.set(arn, new LambdaFunction(resource, this.#options, this.#invoker));
    }
    for (const [arn, removed] of former) {
      this.#functions.delete(arn);
      removed.remove();
    }
  }

  renew(bundles?: readonly string[]): void {
    for (const each of this.#functions.values())
      if (bundles?.includes(each.settings.bundle) ?? true) each.renew();
  }

  /** An edit may have removed the function, while an execution or a request still names it. */
  async invoke(arn: string, payload: string, requestId?: string): Promise<Outcome> {
    const record = this.#functions.get(arn);
    if (!record) return { ok: false, errorType: NOT_FOUND, errorMessage: `Function not found: ${arn}` };
    return record.invoke(payload, requestId);
  }

  async bundled(arn: string): Promise<void> {
    await this.#functions.get(arn)?.bundled();
  }

  named(name: string): LambdaFunction | undefined {
    return [...this.#functions.values()].find((each) => (each.settings.ownName ?? each.name) === name);
  }

  find = (name: string): LambdaFunction | undefined =>
    this.#functions.get(name) ?? this.#functions.get(functionArn(name)) ?? this.named(name);

  has = (arn: string): boolean => this.#functions.has(arn);

  accessKeyIdOf(arn: string): string {
    const record = this.#functions.get(arn);
    if (!record) throw new Error(`The template has no function ${arn}`);
    return record.settings.accessKeyId;
  }

  skip(isSkipping: boolean): void {
    if (this.#invoker.memory) this.#invoker.memory.isSkipping = isSkipping;
  }

  underWay = (): string | undefined => this.concurrency.underWay();

  async cpuMs(): Promise<Record<string, number>> {
    const functions = [...this.#functions.values()];
    return Object.fromEntries(await Promise.all(functions.map(async (f) => [f.name, await f.cpuMs()])));
  }

  async stop(): Promise<void> {
    this.#invoker.stop();
    await Promise.all([...this.#functions.values()].map((f) => f.stop()));
  }
}

const reservations = (functions: readonly Resource[]): Map<string, number> =>
  new Map(
    functions
      .filter(({ properties }) => properties.ReservedConcurrentExecutions !== undefined)
      .map((each) => [nameOf(each), Number(each.properties.ReservedConcurrentExecutions)]),
  );
