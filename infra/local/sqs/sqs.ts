import { join } from "node:path";
import type { Queues } from "../base/ports.ts";
import { ACCOUNT, REGION, type Template } from "../base/template.ts";
import type { Service } from "../platform/aws-endpoint.ts";
import type { Engine } from "../platform/engine.ts";
import type { Agenda } from "../time/agenda.ts";
import type { Message } from "./message.ts";
import { Queue } from "./queue.ts";
import { QueueJournal } from "./queue-journal.ts";
import { QueueOperations } from "./queue-operations.ts";
import { settingsOf } from "./queue-settings.ts";

type Answer = { status: number; body: Json };
type Json = Record<string, unknown>;

const queueArn = (name: string) => `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`;

const nameOf = (text: unknown): string =>
  String(text ?? "")
    .split(/[/:]/)
    .at(-1) ?? "";

export class Sqs implements Engine, Queues {
  readonly #journal: QueueJournal;
  readonly #agenda: Agenda;
  readonly #endpointUrl: string;
  readonly #queues = new Map<string, Queue>();
  readonly #names = new Map<string, string>();
  /** The stored messages of queues that are not in the template. They stay for one that has these queues. */
  #others: { name: string; messages: Message[] }[] = [];
  readonly #operations: QueueOperations;
  readonly changes = { count: 0 };

  constructor(dataDir: string, agenda: Agenda, endpointUrl: string) {
    this.#journal = new QueueJournal(join(dataDir, "queues.jsonl"));
    this.#agenda = agenda;
    this.#endpointUrl = endpointUrl;
    this.#operations = new QueueOperations({
      find: (text) => this.#queues.get(nameOf(text)),
      all: () => [...this.#queues.values()],
      store: (queue, changes) => {
        this.changes.count++;
        // Before the new line: the queues change after this call, so they hold all lines but the new one.
        this.#shorten();
        this.#journal.append(nameOf(queue.settings.arn), changes);
      },
      now: () => Date.now(),
    });
  }

  /** With the messages of an earlier run. An existing queue gets the template's settings. */
  create(template: Template): void {
    const stored = this.#journal.read();
    for (const id of template.ids("AWS::SQS::Queue")) {
      template.provide(id, { ref: this.urlOf(queueArn(id)), Arn: queueArn(id), QueueName: id });
    }
    for (const { id, properties, metadata } of template.ofType("AWS::SQS::Queue")) {
      this.#names.set(id, metadata.OperatorsName ?? id);
      const settings = settingsOf(queueArn(id), properties);
      const known = this.#queues.get(id);
      if (known) {
        known.settings = settings;
        continue;
      }
      const queue = new Queue({ settings, agenda: this.#agenda, now: () => Date.now() });
      for (const message of stored.get(id)?.values() ?? []) queue.put(message);
      this.#operations.continueAfter(stored.get(id)?.values() ?? [], queue);
      this.#queues.set(id, queue);
    }
    const others = [...stored].filter(([name]) => !this.#queues.has(name));
    this.#others = others.map(([name, messages]) => ({ name, messages: [...messages.values()] }));
    this.#shorten();
  }

  #shorten(): void {
    const queued = [...this.#queues.values()].map(({ size }) => size);
    const kept = this.#others.map(({ messages }) => messages.length);
    if (!this.#journal.isLong([...queued, ...kept].reduce((a, b) => a + b, 0))) return;
    const queues = [...this.#queues].map(([name, queue]) => ({ name, messages: queue.all() }));
    const nonEmpty = [...queues, ...this.#others].filter(({ messages }) => messages.length > 0);
    this.#journal.rewrite(nonEmpty.map(({ name, messages }) => [name, messages.map((put) => ({ put }))]));
  }

  stop = () => this.#journal.close();

  redrive = (name: string): Answer =>
    this.#operations.perform("StartMessageMoveTask", { SourceArn: queueArn(name) });

  purge(name: string): void {
    const queue = this.#queues.get(name);
    for (const { id } of queue?.all() ?? []) {
      this.#journal.append(name, [{ deleted: id }]);
      queue?.delete(id);
    }
  }

  send = (name: string, MessageBody: string): Answer =>
    this.#operations.perform("SendMessage", { QueueUrl: name, MessageBody });

  list = (): { id: string; name: string; queue: Queue }[] =>
    [...this.#queues].map(([id, queue]) => ({ id, name: this.#names.get(id) ?? id, queue }));

  named = (name: string): Queue | undefined => this.#queues.get(name);

  urlOf = (arn: string): string => `${this.#endpointUrl}/${ACCOUNT}/${nameOf(arn)}`;

  at = (arn: string): Queue => this.#queues.get(nameOf(arn)) as Queue;

  service(): Service {
    return {
      target: "AmazonSQS",
      iamPrefix: "sqs",
      iamChecks: (operation, body) => this.#iamChecks(operation, body),
      perform: async (operation, body) => {
        if (operation !== "PurgeQueue") return this.#operations.perform(operation, body);
        this.purge(nameOf(body.QueueUrl));
        return { status: 200, body: {} };
      },
    };
  }

  #iamChecks(operation: string, body: Json) {
    const check = (action: string, resource: string) => ({ action: `sqs:${action}`, resource });
    if (operation !== "StartMessageMoveTask")
      return [check(operation.replace(/Batch$/, ""), queueArn(nameOf(body.QueueUrl)))];
    const from = String(body.SourceArn);
    const reading = [operation, "ReceiveMessage", "DeleteMessage", "GetQueueAttributes"];
    return [
      ...reading.map((action) => check(action, from)),
      ...this.#operations.deadLetters.destinationsOf(body).map((arn) => check("SendMessage", arn)),
    ];
  }
}
