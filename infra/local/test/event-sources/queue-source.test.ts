import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import type { MappedFunction } from "../../event-sources/mapped-function.ts";
import { QueueSource } from "../../event-sources/queue-source.ts";
import { Sqs } from "../../sqs/sqs.ts";
import { Agenda } from "../../time/agenda.ts";
import { keepClock, openClock } from "../../time/clock.ts";
import { eventually } from "../support/eventually.ts";
import { templateOf } from "../support/template-of.ts";

const dir = mkdtempSync(join(tmpdir(), "queue-source-"));
afterAll(() => rmSync(dir, { recursive: true }));

test("a refused call within a batching window loses no message that was received before", async () => {
  const clock = openClock(dir, 1);
  const kept = keepClock(dir, clock, () => {});
  const agenda = new Agenda(clock);
  const sqs = new Sqs(dir, agenda, "http://local");
  const name = "Plain";
  sqs.create(templateOf({ [name]: { Type: "AWS::SQS::Queue" } }));
  const perform = async (operation: string, body: object) =>
    (await sqs.service().perform(operation, { QueueUrl: name, ...body })).body;

  const [calls, handled]: [string[], unknown[]] = [[], []];
  /** A function that takes every message. Each second call to receive is refused. */
  const target = {
    call: async (operation: string, body: object) => {
      calls.push(operation);
      const receives = calls.filter((call) => call.endsWith("ReceiveMessage")).length;
      if (operation.endsWith("ReceiveMessage") && receives % 2 === 0) throw new Error("ThrottlingException");
      return perform(operation.replace("AmazonSQS.", ""), body);
    },
    handle: async (records: { body: string }[]) => {
      handled.push(...records.map(({ body }) => body));
      return { failed: new Set() };
    },
  } as unknown as MappedFunction;
  const queue = sqs.named(name);
  if (!queue) throw new Error("The template has no such queue");
  const mapping = { BatchSize: 10, MaximumBatchingWindowInSeconds: 1 };
  const source = new QueueSource({ mapping, queueUrl: name, queue, target, agenda });
  await perform("SendMessage", { MessageBody: "first" });
  void source.run();
  await eventually(async () => calls.some((call) => call.endsWith("ReceiveMessage")));
  await perform("SendMessage", { MessageBody: "second" });
  await eventually(async () => queue.size === 0);

  expect(handled).toEqual(["first", "second"]);
  expect(calls.filter((call) => call.endsWith("ReceiveMessage")).length).toBeGreaterThan(2);
  source.stop();
  agenda.stop();
  kept.stop();
  sqs.stop();
});
