import { newPatience } from "../../shared/mail/deliver-mail.ts";
import { sendWaiting } from "../../shared/mail/send-waiting.ts";
import { send } from "./send-mail.ts";

/** Every minute, sends the emails whose turn it is. */
export const waitingSender = (clock: () => Date) => async (): Promise<void> => {
  const patience = newPatience();
  await sendWaiting((message) => send(message, clock(), patience, true), patience);
};

export const handler = waitingSender(() => new Date());
