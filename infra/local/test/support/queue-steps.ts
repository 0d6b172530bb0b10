import fc from "fast-check";
import type { Json } from "./http.ts";

export type Call = (operation: string, body: Json) => Promise<Json>;

export type Step =
  | { do: "send"; body: string; delay: number; group: string; id: string }
  | { do: "receive" }
  | { do: "delete"; which: number }
  | { do: "hide"; which: number; seconds: number }
  | { do: "wait"; steps: number };

/** What callers do with a queue. Every delay ends halfway between two steps of the clock. */
export const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("send" as const),
        body: fc.stringMatching(/^[a-z]{12}$/),
        delay: fc.constantFrom(0, 0, 15, 45),
        group: fc.constantFrom("a", "b", "c"),
        id: fc.stringMatching(/^[a-h]$/),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("delete" as const), which: fc.nat(9) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant("hide" as const),
        which: fc.nat(9),
        seconds: fc.constantFrom(15, 35, 65),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant("wait" as const), steps: fc.integer({ min: 1, max: 4 }) }),
    },
  ),
  { maxLength: 40 },
);

/** What a caller sees of a step: the messages that it gets, or whether it succeeds. */
export async function take(step: Step, kind: string, { call }: { call: Call }, handles: string[]) {
  if (step.do === "send") {
    const settings =
      kind === "fifo"
        ? { MessageGroupId: step.group, MessageDeduplicationId: step.id }
        : { DelaySeconds: step.delay };
    return { sent: (await call("SendMessage", { MessageBody: step.body, ...settings })).MD5OfMessageBody };
  }
  if (step.do === "receive") {
    const received = kind === "fifo" ? await oneOfEachGroup(call) : await receive(call, 10);
    // Neither a standard queue nor the groups of a FIFO queue have an order among themselves.
    const orderOf = ({ Body, Attributes }: Json) => Attributes.MessageGroupId ?? Body;
    received.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
    for (const { ReceiptHandle } of received) handles.push(ReceiptHandle);
    return received.map(({ Body, Attributes }) => [
      Body,
      Attributes.ApproximateReceiveCount,
      Attributes.MessageGroupId,
    ]);
  }
  if (step.do === "wait") return undefined;
  const ReceiptHandle = handles.at(-1 - step.which);
  if (!ReceiptHandle) return undefined;
  if (step.do === "delete") return void (await call("DeleteMessage", { ReceiptHandle }));
  return void (await call("ChangeMessageVisibility", { ReceiptHandle, VisibilityTimeout: step.seconds }));
}

async function receive(call: Call, most: number): Promise<Json[]> {
  const request = { MaxNumberOfMessages: most, AttributeNames: ["All"] };
  return (await call("ReceiveMessage", request)).Messages ?? [];
}

/** The other emulator gives out one message of a group at a time. AWS gives out as many as it can. */
async function oneOfEachGroup(call: Call): Promise<Json[]> {
  const messages: Json[] = [];
  for (;;) {
    const received = await receive(call, 1);
    if (received.length === 0) return messages;
    messages.push(...received);
  }
}
