import { type EmailLane, emailLanes } from "../domain/share/lane.ts";
import { logFault, logger } from "../http/serve/telemetry.ts";
import { deleteWaiting, firstWaiting } from "../store/share/waiting-emails.ts";
import { sendEmail } from "./send-email.ts";

/** The emails that one read of a line returns. A lane seldom has more room in a minute. */
const PAGE = 25;

/** Until a lane has no room or time is up. One that fails stays. Returns whether no email waited. */
export async function sendWaiting(clock: () => Date, deadline: AbortSignal): Promise<boolean> {
  const lanes = await Promise.all(emailLanes.map((lane) => sendLine(lane, clock, deadline)));
  const outcomes = lanes.flatMap(({ outcomes }) => outcomes);
  const failed = lanes.some(({ failed }) => failed);
  if (outcomes.length > 0) logger.info("waiting", { operation: "send-waiting", outcomes });
  // An invocation that fails raises the alarm on failing functions.
  if (failed) throw new Error("An email that waits failed");
  return lanes.every(({ isEmpty }) => isEmpty);
}

async function sendLine(lane: EmailLane, clock: () => Date, deadline: AbortSignal) {
  const outcomes: string[] = [];
  let failed = false;
  for (;;) {
    const emails = await firstWaiting(lane, PAGE);
    const isEmpty = emails.length === 0;
    let sent = 0;
    for (const { place, message } of emails) {
      if (deadline.aborted) return { outcomes, failed, isEmpty };
      const outcome = await sendEmail(message, true, clock(), deadline).catch(faultOf);
      outcomes.push(outcome);
      if (outcome === "waits") return { outcomes, failed, isEmpty };
      if (outcome === "fault") failed = true;
      if (outcome === "fault" || outcome === "busy") continue;
      await deleteWaiting(lane, place);
      sent++;
    }
    // The others of a page without progress failed, so the next page begins with them again.
    if (emails.length < PAGE || sent === 0) return { outcomes, failed, isEmpty };
  }
}

/** Another sender has the email just now, or it failed. */
function faultOf(error: unknown): "busy" | "fault" {
  if (error instanceof Error && error.name === "Busy") return "busy";
  logFault("send-waiting", error);
  return "fault";
}
