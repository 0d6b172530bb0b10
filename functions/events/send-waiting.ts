import { newDeadline } from "../../shared/mail/deliver-mail.ts";
import { sendWaiting } from "../../shared/mail/send-waiting.ts";
import { send } from "./send-mail.ts";

/** Every minute, sends the emails whose turn it is. */
export const waitingSender = (clock: () => Date) => async (): Promise<void> => {
  const deadline = newDeadline();
  await sendWaiting((message) => send(message, clock(), deadline, true), deadline);
};

export const handler = waitingSender(() => new Date());
