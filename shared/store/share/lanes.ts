import { createHash } from "node:crypto";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import {
  afterOne,
  type EmailLane,
  emailsOf,
  laneRoom,
  mayGoAt,
  type Room,
  type ShareLane,
} from "../../domain/share/lane.ts";
import type { Window } from "../../domain/window.ts";
import { keys } from "../keys/keys.ts";
import { deadline, LimiterUnavailable, oneShot } from "../table/one-shot.ts";
import { Conflict, type Item, table, tableName, transact, type Write } from "../table/table.ts";

/** An item of a lane, and the room that it counts. */
type Part = { name: string; room: Room };

/** A lane that admits more than this has several items, of which a network uses one. */
const MAX_A_SECOND = 10;

/** The part of a lane for a network. */
export function partOf(lane: ShareLane, { count, seconds }: Window, network: string): Part {
  const parts = Math.ceil(count / seconds / MAX_A_SECOND);
  const part = createHash("sha256").update(network).digest().readUInt32BE(4) % parts;
  return { name: `${lane}#${part}`, room: laneRoom({ count: Math.floor((count + part) / parts), seconds }) };
}

/** The emails of a lane in an hour. */
export const emailWindow = (lane: EmailLane): Window =>
  emailsOf(lane, Number(process.env.CONFIRMATIONS_PER_HOUR ?? 1_000));

/** A lane of emails has one item, as it has one line. Its senders are few. */
const emailPart = (lane: EmailLane): Part => ({ name: lane, room: laneRoom(emailWindow(lane)) });

/** `full_at` by item, as this environment saw it last. It only grows, so what it refuses stays refused. */
const seen = new Map<string, number>();
const fullAt = ({ name }: Part): number => seen.get(name) ?? 0;

/**
 * The write that takes a place if the item is as this environment saw it: at rest, or filling up again and
 * with room for the turn.
 */
function placeUpdate(part: Part, turn: number, now: Date): UpdateCommandInput & { UpdateExpression: string } {
  const [at, { every }] = [now.getTime(), part.room];
  const of = { TableName: tableName, Key: keys.lane(part.name) };
  const isAtRest = fullAt(part) <= at;
  return {
    ...of,
    UpdateExpression: isAtRest ? "SET full_at = :next" : "SET full_at = full_at + :every",
    ConditionExpression: isAtRest
      ? "attribute_not_exists(full_at) OR full_at <= :now"
      : "full_at > :now AND full_at <= :latest",
    ExpressionAttributeValues: {
      ":now": at,
      ...(isAtRest
        ? { ":next": at + every }
        : { ":every": every, ":latest": at - mayGoAt(turn, part.room, 0) }),
    },
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  };
}

/** Remembers the state that a write made, or the one that it met. */
const remember = ({ name }: Part, full_at: number): void => void seen.set(name, full_at);

const tookOne = (part: Part, now: Date): void =>
  remember(part, afterOne(part.room, fullAt(part), now.getTime()));

/** When a turn has room, as far as this environment knows. Undefined: perhaps now. */
function fullUntil(part: Part, turn: number, now: Date): number | undefined {
  const until = mayGoAt(turn, part.room, fullAt(part));
  return until > now.getTime() ? until : undefined;
}

/** A write can meet another state than the one seen last, once for each other writer. */
const ATTEMPTS = 6;

/**
 * Takes a place for a network's turn. Returns undefined, or the instant at which there is room. It costs one
 * conditional write, and a second one if the lane went from rest to work since this environment saw it.
 */
export async function takePlace(part: Part, turn: number, now: Date): Promise<{ until: number } | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const until = fullUntil(part, turn, now);
    if (until !== undefined) return { until };
    try {
      await oneShot.send(new UpdateCommand(placeUpdate(part, turn, now)), deadline.options());
      deadline.met();
      tookOne(part, now);
      return undefined;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      deadline.met();
      remember(part, Number((error.Item && unmarshall(error.Item))?.full_at ?? 0));
    }
  }
  throw new LimiterUnavailable("The lane kept changing");
}

/**
 * Makes writes if the lane has room for the turn, in one transaction with the place. `waits`: it has none.
 * `found`: a condition of the writes failed, and these are the items that they met.
 */
export async function transactInLane(
  lane: EmailLane,
  turn: number,
  writes: Write[],
  now: Date,
): Promise<"done" | "waits" | { found: (Item | undefined)[] }> {
  const part = emailPart(lane);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (fullUntil(part, turn, now) !== undefined) return "waits";
    const conflict = await transact([{ Update: placeUpdate(part, turn, now) }, ...writes]);
    if (!conflict) {
      tookOne(part, now);
      return "done";
    }
    const [lanesItem, ...found] = conflict.found;
    remember(part, Number(lanesItem?.full_at ?? 0));
    if (!lanesItem || found.some(Boolean)) return { found };
  }
  throw new Conflict("The lane kept changing");
}

/** Whether an email with this turn would wait now. It reads the lane's item as it was up to a second ago. */
export async function wouldWait(lane: EmailLane, turn: number, now: Date): Promise<boolean> {
  const part = emailPart(lane);
  const { Item } = await table.send(new GetCommand({ TableName: tableName, Key: keys.lane(part.name) }));
  return mayGoAt(turn, part.room, Number(Item?.full_at ?? 0)) > now.getTime();
}
