import { moveEmailToSettled, putEmailClaim } from "../store/event/email-claims.ts";

/** Another run is sending the same email, so the message is retried later. */
export class SenderBusy extends Error {
  override readonly name = "Busy";
}

/**
 * Unless an earlier message of the entry did. Only a crash between sending and recording sends a second
 * email. `isCounted`: an earlier try counted the email.
 */
export async function sendOnce<Outcome extends string>(
  entry_id: string,
  now: Date,
  send: (isCounted: boolean) => Promise<Outcome>,
): Promise<Outcome | "settled"> {
  const claim = await putEmailClaim(entry_id, now);
  if (claim === "busy") throw new SenderBusy();
  if (claim === "settled") return claim;
  const outcome = await send(claim === "counted");
  if (outcome !== "waits") await moveEmailToSettled(entry_id, now);
  return outcome;
}
