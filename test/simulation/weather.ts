import type { World } from "./world.ts";

type Json = Record<string, unknown>;

/** How long things take, in ms, and how often they go wrong. Shares are of 1. */
export type Weather = {
  callMs: number;
  /** The share of calls that take up to `slowMs`. */
  slow: number;
  slowMs: number;
  startMs: number;
  /** The share of calls at which an environment ends, before or after the call is performed. */
  crash: number;
  /** The share of messages and records that are delivered twice. */
  repeat: number;
  /** The share of messages that others overtake, and of batches that are not full. */
  shuffle: number;
  /** The share of invocations after which the environment is gone. */
  cold: number;
  /** How far the clock of an environment may be ahead or behind. */
  skewMs: number;
};
export const CALM: Weather = {
  callMs: 4,
  slow: 0,
  slowMs: 0,
  startMs: 20,
  crash: 0,
  repeat: 0,
  shuffle: 0,
  cold: 0,
  skewMs: 0,
};

/** The only queue that keeps an order and takes no delays, and its dead letters. */
const isFifo = ({ QueueUrl }: Json): boolean => /\/WebhooksFirst/.test(String(QueueUrl));

/**
 * The calls that a call becomes: a standard queue may give a message to two at once, may give it out again
 * after it was deleted, and may let others overtake it. A receiver or a reader of a stream may get less than
 * it asked for.
 */
export function becoming(world: World, weather: Weather, target: string, body: Json): Json[] {
  const { repeat, shuffle } = weather;
  const fewer = (most: unknown) =>
    world.chance(shuffle) ? Math.ceil(world.between(0, Number(most ?? 1))) : most;
  if (target.endsWith(".GetRecords")) return [{ ...body, Limit: fewer(body.Limit ?? 1_000) }];
  if (!target.startsWith("AmazonSQS.") || isFifo(body)) return [body];
  const late = (message: Json): Json =>
    world.chance(shuffle)
      ? {
          ...message,
          DelaySeconds: Math.min(900, Number(message.DelaySeconds ?? 0) + Math.ceil(world.between(0, 20))),
        }
      : message;
  const entries = (body.Entries ?? []) as Json[];
  switch (target) {
    case "AmazonSQS.ReceiveMessage":
      return [{ ...body, MaxNumberOfMessages: fewer(body.MaxNumberOfMessages) }];
    case "AmazonSQS.SendMessage":
      return world.chance(repeat) ? [late(body), late(body)] : [late(body)];
    case "AmazonSQS.SendMessageBatch":
      return [body, ...(world.chance(repeat) ? [body] : [])].map((each) => ({
        ...each,
        Entries: entries.map(late),
      }));
    case "AmazonSQS.DeleteMessageBatch":
      return [{ ...body, Entries: entries.filter(() => !world.chance(repeat)) }];
    default:
      return [body];
  }
}

/** A standard queue gives out messages in any order. The engine gives records the machine's time. */
export function arranged(world: World, { shuffle }: Weather, answer: Json): void {
  const { Messages, Records = [] } = answer as {
    Messages?: unknown[];
    Records?: { dynamodb: { ApproximateCreationDateTime: number } }[];
  };
  for (const { dynamodb } of Records) dynamodb.ApproximateCreationDateTime = Math.floor(world.now / 1_000);
  if (!Messages || !world.chance(shuffle)) return;
  const placed = Messages.map((each) => ({ each, place: world.random() }));
  answer.Messages = placed.sort((a, b) => a.place - b.place).map(({ each }) => each);
}

/** Queues, streams and schedules may invoke a function twice for one thing. A request does so never. */
export const mayRepeat = (payload: string): boolean => /^\{"Records":|"aws\.scheduler"/.test(payload);

/** Lets each environment have a clock of its own. */
export function skewClocks(world: World, weather: () => Weather): void {
  const places = new WeakMap<object, number>();
  world.skew = () => {
    const { skewMs } = weather();
    if (skewMs === 0) return 0;
    const environment = Reflect.get(globalThis, Symbol.for("lambda:environment"))?.() ?? globalThis;
    if (environment === globalThis) return 0;
    const place = places.get(environment) ?? world.between(-1, 1);
    places.set(environment, place);
    return place * skewMs;
  };
}

/** The clock jumps ahead, as after a pause. What was due meanwhile happens at once, in order. */
export async function jump(world: World, times: number, end: number): Promise<void> {
  for (let left = times; left > 0; left--) {
    await world.sleep(world.between(0, (end - world.now) / left));
    world.now += world.between(1_000, 600_000);
  }
}
