import { Duration } from "aws-cdk-lib";
import { AttributeType, BillingMode, StreamViewType, Table } from "aws-cdk-lib/aws-dynamodb";
import { EventSourceMapping, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Schedule, ScheduleExpression, ScheduleTargetInput } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke as Invoke } from "aws-cdk-lib/aws-scheduler-targets";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { DefinitionBody, StateMachine, Wait, WaitTime } from "aws-cdk-lib/aws-stepfunctions";
import { LambdaInvoke } from "aws-cdk-lib/aws-stepfunctions-tasks";
import type { Fixture } from "./fixture.ts";

/** Logs what it hears, and when. It fails for a new message `again`, and for each item `poison`. */
const NOTE = `export const handler = async ({ say, Records = [] }) => {
  const said = Records.filter(({ eventName }) => eventName !== "INSERT").map(({ body, dynamodb }) => body ?? dynamodb.Keys.pk.S);
  for (const word of [...said, say ?? []].flat()) console.log(JSON.stringify({ word, at: Date.now() }));
  if (Records.some(({ dynamodb }) => dynamodb?.Keys.pk.S === "poison")) throw new Error("poison");
  const again = Records.filter(({ body, attributes }) => body === "again" && attributes.ApproximateReceiveCount === "1");
  return { batchItemFailures: again.map(({ messageId }) => ({ itemIdentifier: messageId })) };
};`;

/** Starts what needs time, as its event says. */
const CALLER = `import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
const [sqs, sfn, dynamodb] = [new SQSClient({}), new SFNClient({}), new DynamoDBClient({})];
const { WORK, GATHERED, MACHINE, TABLE } = process.env;
export const handler = async ({ work, gathered, wait, item }) => {
  for (const [body, DelaySeconds] of work ?? [])
    await sqs.send(new SendMessageCommand({ QueueUrl: WORK, MessageBody: body, DelaySeconds }));
  if (gathered) await sqs.send(new SendMessageCommand({ QueueUrl: GATHERED, MessageBody: gathered }));
  if (wait) await sfn.send(new StartExecutionCommand({ stateMachineArn: MACHINE, input: JSON.stringify(wait) }));
  if (item) await dynamodb.send(new PutItemCommand({ TableName: TABLE, Item: item }));
};`;

const SLEEPER = `import { setTimeout as sleep } from "node:timers/promises";
export const handler = () => sleep(8_000);`;

/** An app with one of each thing that waits for an instant. */
export function appThatWaits({ stack, add }: Fixture): void {
  const note = add("Note", NOTE);
  const work = new Queue(stack, "Work", { visibilityTimeout: Duration.minutes(45) });
  const gathered = new Queue(stack, "Gathered");
  const maxBatchingWindow = Duration.minutes(5);
  note.addEventSource(new SqsEventSource(work, { reportBatchItemFailures: true }));
  note.addEventSource(new SqsEventSource(gathered, { maxBatchingWindow }));
  const table = new Table(stack, "Table", {
    partitionKey: { name: "pk", type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    stream: StreamViewType.NEW_IMAGE,
    timeToLiveAttribute: "ttl",
  });
  table.grantStreamRead(note);
  new EventSourceMapping(stack, "Records", {
    target: note,
    eventSourceArn: table.tableStreamArn as string,
    startingPosition: StartingPosition.TRIM_HORIZON,
  });
  const wait = new Wait(stack, "Wait", { time: WaitTime.timestampPath("$.at") });
  const act = new LambdaInvoke(stack, "Act", { lambdaFunction: note, payloadResponseOnly: true });
  const machine = new StateMachine(stack, "Machine", {
    definitionBody: DefinitionBody.fromChainable(wait.next(act)),
  });
  const target = new Invoke(note, { input: ScheduleTargetInput.fromObject({ say: "midnight" }) });
  new Schedule(stack, "Daily", { schedule: ScheduleExpression.rate(Duration.days(1)), target });

  const caller = add("Caller", CALLER, {
    WORK: work.queueUrl,
    GATHERED: gathered.queueUrl,
    MACHINE: machine.stateMachineArn,
    TABLE: table.tableName,
  });
  for (const queue of [work, gathered]) queue.grantSendMessages(caller);
  machine.grantStartExecution(caller);
  table.grantWriteData(caller);
  add("Sleeper", SLEEPER);
}
