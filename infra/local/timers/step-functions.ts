import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Service } from "../aws-endpoint.ts";
import { type Iam, roleId } from "../iam.ts";
import { Journal } from "../journal.ts";
import type { Lambda } from "../lambda/lambda.ts";
import { ACCOUNT, REGION, type Template } from "../template.ts";
import type { Anchor } from "./clock.ts";

type Json = Record<string, unknown>;
type Machine = { definition: Json; role: string };
type StartRequest = { stateMachineArn: string; name?: string; input?: string };
type Execution = { arn: string; machineArn: string; input: string };

/** A line of the journal: the start or the end of an execution. */
type Entry = { started: Execution } | { ended: string; status: "SUCCEEDED" | "FAILED"; at: string };

type Options = { dataDir: string; warn: (message: string) => void };

/** How long AWS reserves the name of an execution after its end. */
const NAME_IS_TAKEN_MS = 90 * 86_400_000;

/** The messages between the interpreter's thread and this one. */
export type FromInterpreter =
  | { kind: "invoke"; call: number; execution: string; resource: string; input: unknown }
  | { kind: "ended"; execution: string; status: "SUCCEEDED" | "FAILED"; error?: string };
export type ToInterpreter =
  | { kind: "run"; execution: string; definition: Json; input: unknown }
  | { kind: "result"; call: number; value?: unknown; error?: { name: string; message: string } };

/**
 * The template's state machines. An ASL interpreter runs them in a thread on the virtual clock. The journal
 * records an execution before its start is acknowledged. After a restart, an execution without an end starts
 * again with its input. That is correct only for machines that wait for instants and have idempotent tasks.
 */
export class StepFunctions {
  readonly #machines = new Map<string, Machine>();
  readonly #running = new Map<string, Execution>();
  /** When each ended execution ended. */
  readonly #ended = new Map<string, number>();
  readonly #journal: Journal<Entry>;
  readonly #warn: (message: string) => void;
  readonly #interpreter: Worker;
  readonly #lambda: Lambda;
  readonly #iam: Iam;

  constructor(template: Template, lambda: Lambda, iam: Iam, clock: Anchor, { dataDir, warn }: Options) {
    this.#warn = warn;
    this.#lambda = lambda;
    this.#iam = iam;
    this.#journal = new Journal(join(dataDir, "executions.jsonl"));
    for (const { id, properties } of template.ofType("AWS::StepFunctions::StateMachine")) {
      this.#machines.set(machineArn(id), {
        definition: JSON.parse(String(properties.DefinitionString)),
        role: roleId(String(properties.RoleArn)),
      });
    }
    this.#interpreter = new Worker(new URL("./step-functions-interpreter.ts", import.meta.url), {
      workerData: { clock },
    });
    this.#interpreter.on("message", (message: FromInterpreter) => void this.#hear(message));
    this.#readJournal();
    for (const execution of this.#running.values()) this.#run(execution);
  }

  static provideReferences(template: Template): void {
    for (const id of template.ids("AWS::StepFunctions::StateMachine")) {
      template.provide(id, { ref: machineArn(id), Arn: machineArn(id), Name: id });
    }
  }

  stop = () => this.#interpreter.terminate();

  service(): Service {
    return {
      target: "AWSStepFunctions",
      iamPrefix: "states",
      iamChecks: (operation, body) => [
        { action: `states:${operation}`, resource: String(body.stateMachineArn) },
      ],
      perform: async (operation, body) => {
        if (operation === "StartExecution") return this.#start(body as StartRequest);
        return failure("UnknownOperationException", `The local cloud does not implement ${operation}`);
      },
    };
  }

  /** As on AWS, a repeated start with the same input returns the running execution. Another input fails. */
  #start({ stateMachineArn, name = randomUUID(), input = "{}" }: StartRequest) {
    if (!this.#machines.has(stateMachineArn)) return failure("StateMachineDoesNotExist", stateMachineArn);
    if (!/^[\w-]{1,80}$/.test(name)) return failure("InvalidName", `Invalid Name: '${name}'`);
    if (!isJson(input)) return failure("InvalidExecutionInput", "Invalid State Machine Execution Input");
    const arn = `${stateMachineArn.replace(":stateMachine:", ":execution:")}:${name}`;
    const running = this.#running.get(arn);
    const ended = this.#ended.get(arn);
    const isTaken = running ? running.input !== input : Date.now() - (ended ?? -Infinity) < NAME_IS_TAKEN_MS;
    if (isTaken) return failure("ExecutionAlreadyExists", `Execution Already Exists: '${arn}'`);
    if (!running) {
      const execution = { arn, machineArn: stateMachineArn, input };
      this.#note({ started: execution });
      this.#run(execution);
    }
    return { status: 200, body: { executionArn: arn, startDate: Date.now() / 1000 } };
  }

  #run({ arn, machineArn: machine, input }: Execution): void {
    const { definition } = this.#machines.get(machine) as Machine;
    this.#tell({ kind: "run", execution: arn, definition, input: JSON.parse(input) });
  }

  async #hear(message: FromInterpreter): Promise<void> {
    if (message.kind === "ended") {
      try {
        this.#note({ ended: message.execution, status: message.status, at: new Date().toISOString() });
      } catch (error) {
        // A restart runs the execution again, and its tasks find their work done.
        this.#warn(`The end of ${message.execution} was not stored: ${error}`);
      }
      return;
    }
    const { call, execution, resource, input } = message;
    const { role } = this.#machines.get(this.#running.get(execution)?.machineArn ?? "") as Machine;
    if (!(await this.#iam.allows(role, "lambda:InvokeFunction", resource))) {
      const text = `${role} is not authorized to perform lambda:InvokeFunction on ${resource}`;
      this.#tell({ kind: "result", call, error: { name: "Lambda.AWSLambdaException", message: text } });
      return;
    }
    const outcome = await this.#lambda.invoke(resource, JSON.stringify(input));
    this.#tell(
      outcome.ok
        ? { kind: "result", call, value: JSON.parse(outcome.payload) }
        : { kind: "result", call, error: { name: outcome.errorType, message: outcome.errorMessage } },
    );
  }

  #tell = (message: ToInterpreter) => this.#interpreter.postMessage(message);

  #note(entry: Entry): void {
    this.#journal.append(entry);
    this.#apply(entry);
  }

  #apply(entry: Entry): void {
    if ("started" in entry) {
      this.#running.set(entry.started.arn, entry.started);
    } else {
      this.#running.delete(entry.ended);
      this.#ended.set(entry.ended, Date.parse(entry.at));
    }
  }

  #readJournal(): void {
    for (const entry of this.#journal.read()) this.#apply(entry);
    for (const { arn, machineArn: machine } of this.#running.values()) {
      if (!this.#machines.has(machine)) this.#running.delete(arn);
    }
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const machineArn = (id: string) => `arn:aws:states:${REGION}:${ACCOUNT}:stateMachine:${id}`;

const failure = (type: string, message: string) => ({
  status: 400,
  body: { __type: `com.amazonaws.swf.service.v2.model#${type}`, message },
});
