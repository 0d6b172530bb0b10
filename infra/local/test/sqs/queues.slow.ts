import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Duration } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Template } from "../../base/template.ts";
import { endClouds } from "../support/cloud-process.ts";
import { eventually } from "../support/eventually.ts";
import { fixtureAssembly, removeFixtures } from "../support/fixture.ts";
import type { Json } from "../support/http.ts";
import { type LocalCloud, startLocalCloud } from "../support/local-cloud.ts";

/** Sends any command of the SQS client from its event, with its own rights. */
const CALLER = `import * as sqs from "@aws-sdk/client-sqs";
const client = new sqs.SQSClient({ maxAttempts: 1 });
export const handler = ({ command, input }) =>
  client.send(new sqs[command + "Command"](input)).catch(({ name, message }) => ({ refused: name, message }));`;
/** Fails for each poison message. */
const PICKY = `export const handler = async ({ Records }) => {
  console.log(JSON.stringify({ got: Records.map(({ body, attributes }) => [body, attributes.MessageGroupId]) }));
  const bad = Records.filter(({ body }) => body === "poison");
  return { batchItemFailures: bad.map(({ messageId }) => ({ itemIdentifier: messageId })) };
};`;

const assembly = fixtureAssembly(({ stack, add }) => {
  const late = new Queue(stack, "Late", { deliveryDelay: Duration.minutes(2) });
  const plain = new Queue(stack, "Plain");
  const closed = new Queue(stack, "Closed");
  const letters = new Queue(stack, "Letters");
  const tried = { queue: letters, maxReceiveCount: 2 };
  const work = new Queue(stack, "Work", { visibilityTimeout: Duration.seconds(30), deadLetterQueue: tried });
  const caller = add("Caller", CALLER, { CLOSED: closed.queueUrl });
  for (const queue of [late, plain, work, letters]) {
    queue.grantSendMessages(caller);
    queue.grantConsumeMessages(caller);
  }
  caller.addToRolePolicy(
    new PolicyStatement({ actions: ["sqs:StartMessageMoveTask"], resources: [letters.queueArn] }),
  );
  const picky = add("Picky", PICKY);
  picky.addEventSource(new SqsEventSource(work, { reportBatchItemFailures: true }));
});
const template = new Template(assembly);
const queueNamed = (prefix: string) =>
  template.ids("AWS::SQS::Queue").find((id) => id.startsWith(prefix)) as string;
const arnOf = (prefix: string) => `arn:aws:sqs:us-east-1:000000000000:${queueNamed(prefix)}`;

const send = (cloud: LocalCloud, command: string, queue: string, input: object = {}): Promise<Json> =>
  cloud.invoke("caller", { command, input: { QueueUrl: queueNamed(queue), ...input } });

afterAll(removeFixtures);

describe("queues", () => {
  let cloud: LocalCloud;
  beforeAll(async () => {
    cloud = await startLocalCloud({ assembly });
  });
  afterAll(endClouds);

  test("a role without a grant can neither send to a queue nor receive from it", async () => {
    expect(await send(cloud, "SendMessage", "Closed", { MessageBody: "x" })).toMatchObject({
      refused: "AccessDeniedException",
    });
    expect(await send(cloud, "ReceiveMessage", "Closed")).toMatchObject({ refused: "AccessDeniedException" });
    const entries = [{ Id: "1", MessageBody: "x" }];
    await send(cloud, "SendMessageBatch", "Closed", { Entries: entries });
    expect(await cloud.denials()).toContainEqual(
      expect.objectContaining({ action: "sqs:SendMessage", resource: arnOf("Closed") }),
    );
  });

  test("failed messages move to the dead-letter queue, and a redrive returns them with their groups", async () => {
    const got = () => cloud.logs().split('["poison","g7"]').length - 1;
    await send(cloud, "SendMessage", "Work", { MessageBody: "poison", MessageGroupId: "g7" });
    await cloud.advance("2m");
    expect(await cloud.queueLength(queueNamed("Letters"))).toBe(1);
    await eventually(async () => got() === 2);
    await cloud.redrive(queueNamed("Letters"));
    await cloud.advance("2m");
    expect(await cloud.queueLength(queueNamed("Letters"))).toBe(1);
    const input = { SourceArn: arnOf("Letters"), QueueUrl: undefined };
    expect((await send(cloud, "StartMessageMoveTask", "Letters", input)).TaskHandle).toEqual(
      expect.any(String),
    );
    await eventually(async () => got() > 4);
  });
});
