import { type Idle, idleUntil } from "../../shared/domain/idle.ts";
import { newDeadline } from "../../shared/mail/deliver-mail.ts";
import { sendWaiting } from "../../shared/mail/send-waiting.ts";
import { send } from "./send-mail.ts";

export const waitingSender = (clock: () => Date) => async (): Promise<Idle> => {
  const [deadline, now] = [newDeadline(), clock()];
  const isEmpty = await sendWaiting((message) => send(message, clock(), deadline, true), deadline);
  return idleUntil(now, isEmpty ? undefined : now.getTime());
};

export const handler = waitingSender(() => new Date());
