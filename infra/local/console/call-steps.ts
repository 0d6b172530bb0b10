import type { RecentCall } from "../activity/recent-calls.ts";
import type { TraceStep } from "./shapes.ts";

type Json = Record<string, unknown>;
export type Found = { step: TraceStep; text: string };

export function stepsOfCall(call: RecentCall): Found[] {
  const { body } = call;
  switch (call.action) {
    case "dynamodb:TransactWriteItems":
      return ((body.TransactItems ?? []) as Record<string, Json>[]).flatMap((item) =>
        Object.entries(item)
          .filter(([verb]) => verb !== "ConditionCheck")
          .map(([verb, write]) => writeStep(call, verb, write)),
      );
    case "dynamodb:BatchWriteItem":
      return Object.values((body.RequestItems ?? {}) as Record<string, Record<string, Json>[]>)
        .flat()
        .flatMap(Object.entries)
        .map(([verb, write]) => writeStep(call, verb.replace("Request", ""), write as Json));
    case "sqs:SendMessage":
      return [messageStep(call, body)];
    case "sqs:SendMessageBatch":
      return ((body.Entries ?? []) as Json[]).map((entry) => messageStep(call, entry));
    case "states:StartExecution":
      return [step(call, "start", `execution ${body.name ?? ""} of ${lastOf(body.stateMachineArn)}`, body)];
    // An email has a line of its own, and its text has the ids.
    case "ses:SendEmail":
      return [];
    default:
      return [writeStep(call, call.action.slice("dynamodb:".length, -"Item".length), body)];
  }
}

const lastOf = (text: unknown) =>
  String(text ?? "")
    .split(/[/:]/)
    .at(-1) ?? "";

const step = (call: RecentCall, kind: string, what: string, about: unknown): Found => ({
  step: {
    at: call.at,
    kind,
    what,
    result: call.failed ? "refused" : "done",
    failed: call.failed,
    function: call.function,
    ...(call.request !== undefined && { request: call.request }),
  },
  text: JSON.stringify(about),
});

const writeStep = (call: RecentCall, verb: string, write: Json): Found =>
  step(call, "write", `${verb.toLowerCase()} ${keyOf((write.Key ?? write.Item ?? {}) as Json)}`, write);

/** The first two texts of an item are its keys in this notation, since writers put them first. */
const keyOf = (item: Json): string =>
  Object.values(item)
    .map((value) => (value as { S?: string }).S)
    .filter((text) => text !== undefined)
    .slice(0, 2)
    .join(" ");

const messageStep = (call: RecentCall, message: Json): Found =>
  step(call, "message", `to ${lastOf(call.body.QueueUrl)}`, message.MessageBody);
