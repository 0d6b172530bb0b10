import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Sqs } from "../../sqs/sqs.ts";
import { Agenda } from "../../time/agenda.ts";
import { installDate, openClock, skipTo } from "../../time/clock.ts";
import type { Json } from "../support/http.ts";
import { templateOf } from "../support/template-of.ts";

const dir = mkdtempSync(join(tmpdir(), "queues-"));
const clock = openClock(dir, 1);
beforeAll(() => installDate(clock));
afterAll(() => rmSync(dir, { recursive: true }));

const queueOf = (Properties: object = {}) => ({ Type: "AWS::SQS::Queue", Properties });
const letting = (id: string) => ({
  VisibilityTimeout: 25,
  RedrivePolicy: { deadLetterTargetArn: { "Fn::GetAtt": [id, "Arn"] }, maxReceiveCount: 3 },
});
const template = templateOf({
  LettersOfPlain: queueOf(),
  Plain: queueOf(letting("LettersOfPlain")),
  LettersOfOrdered: queueOf({ FifoQueue: true }),
  Ordered: queueOf({ FifoQueue: true, ...letting("LettersOfOrdered") }),
});

/** A new queue of a kind, with what its callers do. */
function started(kind: "Plain" | "Ordered") {
  const agenda = new Agenda(clock);
  const sqs = new Sqs(mkdtempSync(join(dir, "run-")), agenda, "http://local");
  sqs.create(template);
  const call = async (operation: string, body: Json): Promise<Json> =>
    (await sqs.service().perform(operation, { QueueUrl: body.queue ?? kind, ...body })).body;
  const wait = (seconds: number) => {
    skipTo(clock, Date.now() + seconds * 1_000);
    agenda.run();
  };
  const send = (MessageBody: string, more: object = {}) => call("SendMessage", { MessageBody, ...more });
  const sendTo = (group: string, body: string) =>
    send(body, { MessageGroupId: group, MessageDeduplicationId: body });
  const receive = async (): Promise<Json[]> => {
    const request = { MaxNumberOfMessages: 10, AttributeNames: ["All"] };
    return (await call("ReceiveMessage", request)).Messages ?? [];
  };
  /** The bodies of the messages that can be received, each with how often it was. */
  const seen = async () =>
    (await receive()).map(({ Body, Attributes }) => `${Body} ${Attributes.ApproximateReceiveCount}`);
  const countsIn = async (queue: string) => {
    const { Attributes } = await call("GetQueueAttributes", { queue, AttributeNames: ["All"] });
    return ["", "NotVisible", "Delayed"].map((name) =>
      Number(Attributes[`ApproximateNumberOfMessages${name}`]),
    );
  };
  const counts = () => countsIn(kind);
  const deadLetters = async () => (await countsIn(`LettersOf${kind}`))[0];
  const stop = () => {
    agenda.stop();
    sqs.stop();
  };
  return { call, wait, send, sendTo, receive, seen, counts, deadLetters, stop };
}

describe("a standard queue", () => {
  test("shows a message after its delay, hides it for its timeout, and lets it go after three receives", async () => {
    const { send, seen, wait, counts, deadLetters, stop } = started("Plain");
    await send("late", { DelaySeconds: 15 });
    wait(14);
    expect([await seen(), await counts()]).toEqual([[], [0, 0, 1]]);
    wait(2);
    expect([await seen(), await counts()]).toEqual([["late 1"], [0, 1, 0]]);
    wait(24);
    expect(await seen()).toEqual([]);
    wait(2);
    expect(await seen()).toEqual(["late 2"]);
    wait(26);
    expect([await seen(), await deadLetters()]).toEqual([["late 3"], 0]);
    wait(26);
    expect([await seen(), await counts(), await deadLetters()]).toEqual([[], [0, 0, 0], 1]);
    stop();
  });

  test("hides a message as long as its receiver says, and deletes it by its latest handle only", async () => {
    const { call, send, receive, seen, wait, counts, stop } = started("Plain");
    await send("work");
    const [{ ReceiptHandle: first }] = (await receive()) as [Json];
    await call("ChangeMessageVisibility", { ReceiptHandle: first, VisibilityTimeout: 65 });
    wait(64);
    expect(await seen()).toEqual([]);
    wait(2);
    const [{ ReceiptHandle: second }] = (await receive()) as [Json];
    await call("DeleteMessage", { ReceiptHandle: first });
    expect(await counts()).toEqual([0, 1, 0]);
    await call("DeleteMessage", { ReceiptHandle: second });
    expect(await counts()).toEqual([0, 0, 0]);
    stop();
  });
});

describe("a FIFO queue", () => {
  test("drops a repeated deduplication id for five minutes, also of a deleted message", async () => {
    const { call, sendTo, receive, counts, wait, stop } = started("Ordered");
    const { MessageId } = await sendTo("a", "same");
    expect((await sendTo("b", "same")).MessageId).toBe(MessageId);
    const [{ ReceiptHandle }] = (await receive()) as [Json];
    await call("DeleteMessage", { ReceiptHandle });
    wait(299);
    await sendTo("a", "same");
    expect(await counts()).toEqual([0, 0, 0]);
    wait(2);
    await sendTo("a", "same");
    expect(await counts()).toEqual([1, 0, 0]);
    stop();
  });

  test("gives out other groups while one is in flight, which continues after a dead letter", async () => {
    const { call, sendTo, receive, seen, wait, deadLetters, stop } = started("Ordered");
    await sendTo("a", "poison");
    const [{ ReceiptHandle: expired }] = (await receive()) as [Json];
    for (const body of ["next", "last"]) await sendTo("a", body);
    await sendTo("b", "other");
    const [{ Body, ReceiptHandle }] = (await receive()) as [Json];
    await call("DeleteMessage", { ReceiptHandle });
    expect([Body, await seen()]).toEqual(["other", []]);
    for (const receives of [2, 3]) {
      wait(26);
      await call("DeleteMessage", { ReceiptHandle: expired });
      const group = ["poison", "next", "last"].map(
        (body, i) => `${body} ${i === 0 ? receives : receives - 1}`,
      );
      expect(await seen()).toEqual(group);
    }
    wait(26);
    expect([await seen(), await deadLetters()]).toEqual([["next 3", "last 3"], 1]);
    stop();
  });

  test("returns the messages of a group in order, and none of the group while one is in flight", async () => {
    const { call, sendTo, stop } = started("Ordered");
    for (const body of ["1", "2", "3"]) await sendTo("g", body);
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
});

test("a visibility timeout of 0 shows the message again at once", async () => {
  const { call, stop } = started("Plain");
  await call("SendMessage", { MessageBody: "again" });
  const { Messages } = await call("ReceiveMessage", {});
  const { ReceiptHandle } = Messages[0];
  await call("ChangeMessageVisibility", { ReceiptHandle, VisibilityTimeout: 0 });
  expect((await call("ReceiveMessage", {})).Messages).toHaveLength(1);
  stop();
});

test("GetQueueAttributes returns the attributes that the request names", async () => {
  const { call, stop } = started("Plain");
  const AttributeNames = ["ApproximateNumberOfMessages", "DelaySeconds"];
  expect((await call("GetQueueAttributes", { AttributeNames })).Attributes).toEqual({
    ApproximateNumberOfMessages: "0",
    DelaySeconds: "0",
  });
  stop();
});

test("a message ends with the queue's retention period", async () => {
  const { call, wait, stop } = started("Plain");
  await call("SendMessage", { MessageBody: "old" });
  wait(5 * 86_400);
  expect(await call("ReceiveMessage", {})).toEqual({});
  stop();
});

const { call, stop } = started("Plain");
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
])("%s names the mistake: %#", async (operation, body, type) => {
  expect((await call(operation, body)).__type).toBe(`com.amazonaws.sqs#${type}`);
});
