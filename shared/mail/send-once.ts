import { moveEmailToSettled, putEmailClaim } from "../store/event/email-claims.ts";

/** Another run is sending the same email, so the message is retried later. */
export class SenderBusy extends Error {
  override readonly name = "Busy";
}

/**
 * Sends the email of an outbox entry, unless an earlier message of the entry did. Only a crash between
 * sending and recording sends a second email. A fault records nothing, so the message is tried again. A
 * limit records nothing either, so a redrive can send the email later. `isCounted`: an earlier try counted
 * the email. A message of an earlier release does not name its entry.
 */
export async function sendOnce<Outcome extends string>(
  { entry_id }: { entry_id?: string | undefined },
  now: Date,
  send: (isCounted: boolean) => Promise<Outcome>,
): Promise<Outcome | "settled"> {
  if (entry_id === undefined) return send(false);
  const claim = await putEmailClaim(entry_id, now);
  if (claim === "busy") throw new SenderBusy();
  if (claim === "settled") return claim;
  const outcome = await send(claim === "counted");
  if (outcome !== "limited") await moveEmailToSettled(entry_id, now);
  return outcome;
}
