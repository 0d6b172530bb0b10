import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { startFauxqs } from "fauxqs";
import { ask } from "../../base/ask.ts";
import { Sqs } from "../../sqs/sqs.ts";
import { Agenda } from "../../time/agenda.ts";
import { installDate, openClock, skipTo } from "../../time/clock.ts";
import type { Json } from "../support/http.ts";
import { type Call, type Step, steps, take } from "../support/queue-steps.ts";
import { templateOfQueues } from "../support/queues.ts";

const dir = mkdtempSync(join(tmpdir(), "queues-"));
const clock = openClock(dir, 1);
/** Every call happens at a multiple of this, and every delay ends halfway between two. */
const STEP_SECONDS = 10;

let reference: Awaited<ReturnType<typeof startFauxqs>>;
beforeAll(async () => {
  installDate(clock);
  reference = await startFauxqs({ port: 0, logger: false });
});
afterAll(async () => {
  await reference.stop();
  rmSync(dir, { recursive: true });
});

/** Our queue, or the same queue of the reference. */
type Subject = { call: Call; pass: () => void; counts: () => Promise<number[]>; stop: () => void };

let runs = 0;

function ours(kind: "standard" | "fifo"): Subject {
  const agenda = new Agenda(clock);
  const sqs = new Sqs(mkdtempSync(join(dir, "run-")), agenda, "http://local");
  sqs.create(templateOfQueues);
  const [queue, letters] = kind === "fifo" ? ["Ordered", "LettersOfOrdered"] : ["Plain", "LettersOfPlain"];
  const call: Call = async (operation, body) => {
    const { perform } = sqs.service();
    return (await perform(operation, { QueueUrl: body.queue ?? queue, ...body })).body;
  };
  const stop = () => {
    agenda.stop();
    sqs.stop();
  };
  return { call, pass: () => agenda.run(), counts: () => countsOf(call, queue, letters), stop };
}

async function theirs(kind: "standard" | "fifo"): Promise<Subject> {
  const suffix = kind === "fifo" ? ".fifo" : "";
  const queue = `work-${++runs}${suffix}`;
  const letters = `letters-${runs}${suffix}`;
  const ordered = kind === "fifo" ? { FifoQueue: "true" } : undefined;
  const { queueArn } = reference.createQueue(letters, { attributes: { ...ordered } });
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: queueArn, maxReceiveCount: 3 });
  const attributes = { ...ordered, VisibilityTimeout: "25", RedrivePolicy };
  reference.createQueue(queue, { attributes });
  const call: Call = async (operation, { queue: other = queue, ...body }) => {
    const headers = {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": `AmazonSQS.${operation}`,
      authorization:
        "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/sqs/aws4_request, SignedHeaders=host, Signature=x",
    };
    const QueueUrl = `${reference.address}/000000000000/${other}`;
    const { text } = await ask(reference.address, headers, JSON.stringify({ QueueUrl, ...body }));
    return JSON.parse(text || "{}");
  };
  return { call, pass: () => {}, counts: () => countsOf(call, queue, letters), stop: () => {} };
}

/** How many messages wait, are in flight and are delayed, and how many are dead letters. */
async function countsOf(call: Call, queue: string, letters: string): Promise<number[]> {
  const AttributeNames = ["All"];
  const of = async (name: string) =>
    (await call("GetQueueAttributes", { queue: name, AttributeNames })).Attributes;
  const messages = await of(queue);
  const dead = await of(letters);
  return [
    messages.ApproximateNumberOfMessages,
    messages.ApproximateNumberOfMessagesNotVisible,
    messages.ApproximateNumberOfMessagesDelayed,
    dead.ApproximateNumberOfMessages,
  ].map(Number);
}

describe.each(["standard", "fifo"] as const)("a %s queue", (kind) => {
  test("gives out the same messages at the same instants as another emulator", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (operations) => {
        const mine = ours(kind);
        const other = await theirs(kind);
        const [myHandles, otherHandles]: [string[], string[]] = [[], []];
        const both = async (step: Step) =>
          expect(await take(step, kind, mine, myHandles)).toEqual(
            await take(step, kind, other, otherHandles),
          );
        for (const step of operations) {
          if (step.do === "wait") skipTo(clock, Date.now() + step.steps * STEP_SECONDS * 1000);
          mine.pass();
          if (step.do !== "wait") await both(step);
          // The other emulator notices at a receive only that a message became visible.
          await both({ do: "receive" });
          expect(await mine.counts()).toEqual(await other.counts());
        }
        mine.stop();
      }),
      { numRuns: 60 },
    );
  });
});

test("a receive returns the messages of a group in order, and none of the group while one is in flight", async () => {
  const { call, stop } = ours("fifo");
  for (const body of ["1", "2", "3"])
    await call("SendMessage", { MessageBody: body, MessageGroupId: "g", MessageDeduplicationId: body });
  const { Messages } = await call("ReceiveMessage", { MaxNumberOfMessages: 2 });
  expect(Messages.map(({ Body }: Json) => Body)).toEqual(["1", "2"]);
  expect(await call("ReceiveMessage", { MaxNumberOfMessages: 10 })).toEqual({});
  await call("DeleteMessage", { ReceiptHandle: Messages[0].ReceiptHandle });
  expect(await call("ReceiveMessage", { MaxNumberOfMessages: 10 })).toEqual({});
  await call("DeleteMessage", { ReceiptHandle: Messages[1].ReceiptHandle });
  const { Messages: rest } = await call("ReceiveMessage", { MaxNumberOfMessages: 10 });
  expect(rest.map(({ Body }: Json) => Body)).toEqual(["3"]);
  stop();
});

test("a visibility timeout of 0 shows the message again at once", async () => {
  const { call, stop } = ours("standard");
  await call("SendMessage", { MessageBody: "again" });
  const { Messages } = await call("ReceiveMessage", {});
  const { ReceiptHandle } = Messages[0];
  await call("ChangeMessageVisibility", { ReceiptHandle, VisibilityTimeout: 0 });
  expect((await call("ReceiveMessage", {})).Messages).toHaveLength(1);
  stop();
});

test("GetQueueAttributes returns the attributes that the request names", async () => {
  const { call, stop } = ours("standard");
  const AttributeNames = ["ApproximateNumberOfMessages", "DelaySeconds"];
  expect((await call("GetQueueAttributes", { AttributeNames })).Attributes).toEqual({
    ApproximateNumberOfMessages: "0",
    DelaySeconds: "0",
  });
  stop();
});

test("a message ends with the queue's retention period", async () => {
  const { call, pass, stop } = ours("standard");
  await call("SendMessage", { MessageBody: "old" });
  skipTo(clock, Date.now() + 5 * 86_400_000);
  pass();
  expect(await call("ReceiveMessage", {})).toEqual({});
  stop();
});

const { call, stop } = ours("standard");
afterAll(stop);

test.each([
  ["SendMessage", { MessageBody: "" }, "MissingParameter"],
  ["SendMessage", { MessageBody: "\u0000" }, "InvalidMessageContents"],
  ["SendMessage", { MessageBody: "x".repeat(1_048_577) }, "InvalidParameterValue"],
  ["SendMessage", { MessageBody: "x", DelaySeconds: 901 }, "InvalidParameterValue"],
  ["ReceiveMessage", { MaxNumberOfMessages: 11 }, "InvalidParameterValue"],
  ["DeleteMessage", { ReceiptHandle: "no handle" }, "ReceiptHandleIsInvalid"],
  ["SendMessageBatch", { Entries: [] }, "EmptyBatchRequest"],
  ["SendMessageBatch", { Entries: [{ Id: "1" }, { Id: "1" }] }, "BatchEntryIdsNotDistinct"],
  ["SendMessage", { queue: "Nowhere", MessageBody: "x" }, "QueueDoesNotExist"],
])("a refused %s names the mistake: %#", async (operation, body, type) => {
  expect((await call(operation, body)).__type).toBe(`com.amazonaws.sqs#${type}`);
});
