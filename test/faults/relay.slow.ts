import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { folderAfterWalks } from "../support/cloud/after-walks.ts";
import { type Cloud, freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { idOf, idsOfType } from "../infra/stack/template.ts";
import { newSignup, SIGNUPS } from "../support/partner/signup.ts";

const [table = ""] = idsOfType("AWS::DynamoDB::Table");
const deadLetters = idOf("RelayDeadLetters");

const newSandboxSignup = async (cloud: Cloud): Promise<string> =>
  (await newSignup(cloud, { sandbox: true })).signup_id;

/** Its timer has run, which shows that the relay sent it to its queue. */
const moved = (cloud: Cloud, id: string) =>
  eventually(async () => (await cloud.call(`${SIGNUPS}/${id}`)).json.status !== "initiated");

const relayLog = (cloud: Cloud) => readFileSync(join(cloud.dataDir, "logs", "relay-outbox.log"), "utf8");

/** The relay's log line of each batch, oldest first. */
const relayed = (cloud: Cloud): { records: number; failed: number }[] =>
  relayLog(cloud)
    .split("\n")
    .filter((line) => line.includes('"records"'))
    .map((line) => JSON.parse(line))
    .map(({ records, failed }) => ({ records, failed }));

describe("a record that the relay cannot process", () => {
  let cloud: Cloud;
  beforeAll(async () => {
    cloud = await startCloud({ timeScale: 60, dataDir: folderAfterWalks() });
  });
  afterEach(() => cloud.inject());

  /** Written while the stream stalls, so that they form one batch. */
  async function batchOf(count: number): Promise<string[]> {
    await cloud.inject({ kind: "error", action: "dynamodb:GetRecords" });
    const ids: string[] = [];
    for (let i = 0; i < count; i++) ids.push(await newSandboxSignup(cloud));
    return ids;
  }

  test("a record whose message hangs in SQS is abandoned in time and retried", async () => {
    await cloud.clearUsage();
    const [id = ""] = await batchOf(1);
    const before = relayed(cloud).length;
    const hanging = { caller: "relay-outbox", action: "sqs:SendMessage", containing: id };
    await cloud.inject({ kind: "hang", ...hanging });
    // Three tries of three seconds end before the function's timeout, which would fail the whole batch.
    await eventually(async () => relayed(cloud).length > before, 20_000);
    expect(relayed(cloud)[before]).toEqual({ records: 1, failed: 1 });
    await cloud.inject();
    await moved(cloud, id);
    expect(relayLog(cloud)).not.toContain("Sandbox.Timedout");
  });

  const timer = {
    kind: { S: "timer" },
    timer: { S: "advance-signup" },
    name: { S: "a-name" },
    input: { M: { id: { S: "svc_sgn_none" }, at: { S: "2026-01-01T00:00:00.000Z" } } },
  };
  test.each([
    ["with a name that Step Functions refuses", { ...timer, name: { S: "bad name!" } }],
    ["with a name that is too long for Step Functions", { ...timer, name: { S: "n".repeat(81) } }],
    ["with an unknown timer", { ...timer, timer: { S: "no-such-timer" } }],
    ["of an unknown kind", { ...timer, kind: { S: "nonsense" } }],
    ["without a kind", { payload: { S: "kept" } }],
  ])("%s goes unchanged to the dead letters at once, and delays nothing", async (_, fields) => {
    const pk = `OUTBOX#${freshEmail()}`;
    const item = { pk: { S: pk }, sk: { S: "OUTBOX" }, ...fields };
    const before = relayed(cloud).length;
    await cloud.inject({ kind: "error", action: "dynamodb:GetRecords" });
    await cloud.putItem(table, item);
    const behind = await newSandboxSignup(cloud);
    await cloud.inject();
    const letter = await eventually<Json>(async () =>
      (await cloud.queue(deadLetters)).find(({ dynamodb }) => dynamodb.NewImage.pk.S === pk),
    );
    expect(letter.dynamodb.NewImage).toEqual(item);
    await moved(cloud, behind);
    expect(relayed(cloud).slice(before)).toEqual([{ records: 2, failed: 0 }]);
  });
});
