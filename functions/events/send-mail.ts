import type { InLane, MailMessage } from "../../shared/domain/event/outbox.ts";
import { serveQueue } from "../../shared/http/serve/serve-queue.ts";
import { baseUrl } from "../../shared/http/serve/responses.ts";
import { countInStage } from "../../shared/http/serve/telemetry.ts";
import { newDeadline } from "../../shared/mail/deliver-mail.ts";
import { developerEmail } from "../../shared/mail/developer-email.ts";
import {
  sendContactChange,
  sendInvitation,
  sendLiveAccessRequest,
  sendSignIn,
} from "../../shared/mail/send-account-mail.ts";
import { sendConfirmation } from "../../shared/mail/send-confirmation.ts";
import { sendReceipt } from "../../shared/mail/receipt-mail.ts";
import { sendSavings } from "../../shared/mail/send-savings.ts";
import { sendOnce } from "../../shared/mail/send-once.ts";
import { tellAdmins } from "../../shared/mail/tell-admins.ts";
import { type InLine, putWaiting } from "../../shared/store/share/waiting-emails.ts";
import { endpointWords, keyExpiryWords, liveDecisionWords } from "../../shared/words/en/developer-mail.ts";

/** A duplicate sends nothing, except after a crash between sending and recording. Serial: SES throttles. */
export const mailSender = (clock: () => Date) =>
  serveQueue(
    "send-mail",
    () => {
      const deadline = newDeadline();
      return async ({ body }) => send(JSON.parse(body), clock(), deadline, false);
    },
    { serial: true },
  );

export const handler = mailSender(() => new Date());

export async function send(
  message: MailMessage,
  now: Date,
  deadline: AbortSignal,
  isNext: boolean,
): Promise<string> {
  if (process.env.MAIL === "off") return "no_sender";
  const { entry_id } = message;
  const { lane = "account", turn = 0 } = message as Partial<InLane>;
  const line: InLine = { lane, turn, entry_id, isNext };
  const outcome = await outcomeOf(message, line, now, deadline);
  if (outcome === "sent") countInStage("EmailsSent");
  if (outcome === "refused") countInStage("EmailsRefused");
  if (outcome === "waits") {
    countInStage("EmailsWaiting");
    if (!isNext) await putWaiting(line, message, now);
  }
  return outcome;
}

/** A confirmation, a sign-in and a changed contact record on their own items that they were sent. */
function outcomeOf(message: MailMessage, line: InLine, now: Date, deadline: AbortSignal) {
  const { entry_id } = line;
  switch (message.mail) {
    case "confirmation":
      return sendConfirmation(message, line, now, deadline);
    case "receipt":
      return sendOnce(entry_id, now, () => sendReceipt(message, now, deadline));
    case "sign_in":
      return sendSignIn(message, line, now, deadline);
    case "contact_change":
      return sendContactChange(message, now, deadline);
    case "invitation":
      return sendOnce(entry_id, now, (isCounted) => sendInvitation(message, line, now, deadline, isCounted));
    case "savings":
      return sendOnce(entry_id, now, (isCounted) => sendSavings(message, line, now, deadline, isCounted));
    case "key_expiry":
      return tellAdmins(
        { account_id: message.account_id, id: entry_id },
        developerEmail(keyExpiryWords(message), `${baseUrl()}/developers`),
        now,
        deadline,
      );
    case "live_access":
      return sendOnce(entry_id, now, () => sendLiveAccessRequest(message, deadline));
    case "live_decision":
      return tellAdmins(
        { account_id: message.account_id, id: entry_id },
        developerEmail(liveDecisionWords(message.result), `${baseUrl()}${GO_LIVE}`),
        now,
        deadline,
      );
    default:
      return tellAdmins(
        { account_id: message.account_id, id: entry_id },
        developerEmail(endpointWords(message)),
        now,
        deadline,
      );
  }
}

const GO_LIVE = "/developers/account/test/go-live";
