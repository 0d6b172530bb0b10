import { type Idle, idleUntil } from "../../shared/domain/time/idle.ts";
import { newDeadline } from "../../shared/mail/deliver-mail.ts";
import { sendWaiting } from "../../shared/mail/send-waiting.ts";

export const waitingSender = (clock: () => Date) => async (): Promise<Idle> => {
  const deadline = newDeadline();
  const now = clock();
  const isEmpty = await sendWaiting(clock, deadline);
  return idleUntil(now, isEmpty ? undefined : now.getTime());
};

export const handler = waitingSender(() => new Date());
