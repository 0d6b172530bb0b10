import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { MailMessage } from "../../domain/event/outbox.ts";
import { type EmailLane, placeInLine } from "../../domain/share/lane.ts";
import { DAY } from "../../domain/window.ts";
import { keys } from "../keys/keys.ts";
import { oldest } from "../table/pages.ts";
import { type ConditionFailure, table, ttlAt, type Write } from "../table/table.ts";
import { put, remove } from "../table/writes.ts";
import { transactInLane } from "./lanes.ts";

/** Longer than any email is of use: a signup that its owner does not confirm is erased after 90 days. */
const KEPT_SECONDS = 91 * DAY;

/** An email that waits for the room of its lane. It names what it is about, and has no personal data. */
export type WaitingEmail = { place: string; message: MailMessage & { entry_id: string } };

/** An email and its lane. `isNext`: all before it in the line were looked at just now. */
export type InLine = { lane: EmailLane; turn: number; entry_id: string; isNext: boolean };

/**
 * Makes the writes of an email that is about to be sent, if it is its turn: nothing before it waits, and the
 * lane has room. `waits`: it is not. `found`: a condition of the writes failed, with the items that they met.
 */
export async function transactInLine(
  { lane, turn, entry_id, isNext }: InLine,
  writes: Write[],
  now: Date,
): Promise<"done" | "waits" | ConditionFailure> {
  const [first] = isNext ? [] : await firstWaiting(lane, 1);
  if (first && first.place < placeInLine(turn, entry_id)) return "waits";
  return transactInLane(lane, turn, writes, now);
}

/** Puts an email into the line of its lane. A duplicate message has the same place. */
export async function putWaiting(
  { lane, turn, entry_id }: InLine,
  message: MailMessage,
  now: Date,
): Promise<void> {
  const { Put } = put({
    ...keys.waitingEmail(lane, placeInLine(turn, entry_id)),
    message: { ...message, lane, turn, entry_id },
    ttl: ttlAt(now, KEPT_SECONDS),
  });
  await table.send(new PutCommand(Put));
}

/** The first emails of a lane's line. */
export async function firstWaiting(lane: EmailLane, most: number): Promise<WaitingEmail[]> {
  const items = await oldest({ partition: keys.waitingEmail(lane, "").pk }, most);
  return items.map(({ sk, message }) => ({ place: String(sk), message }) as WaitingEmail);
}

/** Takes an email out of the line: it was sent, or will not be. */
export async function deleteWaiting(lane: EmailLane, place: string): Promise<void> {
  await table.send(new DeleteCommand(remove(keys.waitingEmail(lane, place)).Delete));
}
