import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { MailMessage } from "../../domain/event/outbox.ts";
import { type EmailLane, placeInLine } from "../../domain/share/lane.ts";
import { DAY } from "../../domain/limit/window.ts";
import { keys } from "../keys/keys.ts";
import { oldest } from "../table/pages.ts";
import { type ConditionFailure, table, ttlAt, type NamedWrites } from "../table/table.ts";
import { put, remove } from "../table/writes.ts";
import { transactInLane } from "./lanes.ts";

/** Longer than any email is of use: a signup that its owner does not confirm is erased after 90 days. */
const KEPT_SECONDS = 91 * DAY;

export type WaitingEmail = { place: string; message: MailMessage & { entry_id: string } };

/** An email and its lane. `isNext`: all before it in the line were looked at just now. */
export type InLine = { lane: EmailLane; turn: number; entry_id: string; isNext: boolean };

/** `waits`: something before it waits, or there is no room. */
export async function transactInLine<const Of extends NamedWrites>(
  { lane, turn, entry_id, isNext }: InLine,
  writes: Of,
  now: Date,
): Promise<"done" | "waits" | ConditionFailure<Of>> {
  const [first] = isNext ? [] : await firstWaiting(lane, 1);
  if (first && first.place < placeInLine(turn, entry_id)) return "waits";
  return transactInLane(lane, turn, writes, now);
}

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

export async function firstWaiting(lane: EmailLane, most: number): Promise<WaitingEmail[]> {
  const items = await oldest({ partition: keys.waitingEmail(lane, "").pk }, most);
  return items.map(({ sk, message }) => ({ place: String(sk), message }) as WaitingEmail);
}

export async function deleteWaiting(lane: EmailLane, place: string): Promise<void> {
  await table.send(new DeleteCommand(remove(keys.waitingEmail(lane, place)).Delete));
}
