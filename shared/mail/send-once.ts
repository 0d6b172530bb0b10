import { moveEmailToSettled, putEmailClaim } from "../store/event/email-claims.ts";

/** Another run is sending the same email, so the message is retried later. */
export class SenderBusy extends Error {
  override readonly name = "Busy";
}

/** Only a crash between sending and recording sends a second. `isCounted`: by an earlier try. */
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
