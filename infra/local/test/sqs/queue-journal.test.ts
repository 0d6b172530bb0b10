import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { Sqs } from "../../sqs/sqs.ts";
import { Agenda } from "../../time/agenda.ts";
import { openClock } from "../../time/clock.ts";
import type { Json } from "../support/http.ts";
import { templateOfOther, templateOfQueues } from "../support/queues.ts";

const dir = mkdtempSync(join(tmpdir(), "journal-"));
afterAll(() => rmSync(dir, { recursive: true }));

/** The queues over a data folder, as a start of the local cloud makes them. */
function open(dataDir: string, template = templateOfQueues) {
  const agenda = new Agenda(openClock(dataDir, 1));
  const sqs = new Sqs(dataDir, agenda, "http://local");
  sqs.create(template);
  const call = async (operation: string, queue: string, body: Json = {}): Promise<Json> =>
    (await sqs.service().perform(operation, { QueueUrl: queue, ...body })).body;
  const bodies = (queue: string) =>
    sqs
      .named(queue)
      ?.all()
      .map(({ body }) => body);
  const stop = () => {
    agenda.stop();
    sqs.stop();
  };
  return { call, bodies, stop };
}

/** What a start after `kill -9` finds in a queue. It opens a copy, because it may write the file anew. */
function found(dataDir: string, queue: string): string[] | undefined {
  const copy = mkdtempSync(join(dir, "copy-"));
  cpSync(dataDir, copy, { recursive: true });
  const { bodies, stop } = open(copy);
  stop();
  return bodies(queue);
}

describe("after kill -9", () => {
  test("each acknowledged call is there, also when the journal was just written anew", async () => {
    const dataDir = mkdtempSync(join(dir, "rewritten-"));
    const { call, stop } = open(dataDir);
    // Three lines each, so a journal of 1,000 lines is written anew at each kind of call.
    for (let i = 0; i < 1_200; i++) {
      const near = i % 334 > 328 || i % 334 < 3;
      await call("SendMessage", "Plain", { MessageBody: `m${i}` });
      if (near) expect(found(dataDir, "Plain")).toEqual([`m${i}`]);
      const { Messages } = await call("ReceiveMessage", "Plain");
      await call("DeleteMessage", "Plain", { ReceiptHandle: Messages[0].ReceiptHandle });
      if (near) expect(found(dataDir, "Plain")).toEqual([]);
    }
    stop();
  });

  test("the messages of a queue stay while a template does not have it", async () => {
    const dataDir = mkdtempSync(join(dir, "other-"));
    const first = open(dataDir);
    await first.call("SendMessage", "Plain", { MessageBody: "kept" });
    first.stop();
    // Enough calls to write the journal anew.
    const other = open(dataDir, templateOfOther);
    for (let i = 0; i < 400; i++) {
      await other.call("SendMessage", "Other", { MessageBody: `m${i}` });
      const { Messages } = await other.call("ReceiveMessage", "Other");
      await other.call("DeleteMessage", "Other", { ReceiptHandle: Messages[0].ReceiptHandle });
    }
    other.stop();
    const lines = readFileSync(join(dataDir, "queues.jsonl"), "utf8").split("\n");
    expect(lines.length).toBeLessThan(1_100);
    expect(found(dataDir, "Plain")).toEqual(["kept"]);
  });

  test("a message in dead letters is in one of the two queues", async () => {
    const dataDir = mkdtempSync(join(dir, "buried-"));
    const { call, stop } = open(dataDir);
    await call("SendMessage", "Plain", { MessageBody: "poison" });
    for (let receives = 0; receives < 4; receives++) {
      const { Messages: [message] = [] } = await call("ReceiveMessage", "Plain");
      const { ReceiptHandle } = message ?? {};
      if (ReceiptHandle)
        await call("ChangeMessageVisibility", "Plain", { ReceiptHandle, VisibilityTimeout: 0 });
    }
    stop();
    expect([found(dataDir, "Plain"), found(dataDir, "LettersOfPlain")]).toEqual([[], ["poison"]]);
  });
});
