import type { TimerAnswer } from "../../shared/domain/event/outbox.ts";
import { nextSignupStep } from "../../shared/domain/signup/signup.ts";
import { EARLY_MS, serveTimer } from "../../shared/http/serve/serve-timer.ts";
import { findSignup, moveSandboxSignup } from "../../shared/store/signup/signups.ts";

export const handler = serveTimer("advance-signup", async ({ id }, now): Promise<TimerAnswer> => {
  const signup = await findSignup(id, now);
  const step = signup?.mode === "sandbox" && nextSignupStep(signup);
  if (!step) return { done: true };
  if (Date.parse(step.at) - EARLY_MS > now.getTime()) return { done: false, id, at: step.at };

  const moved = await moveSandboxSignup(id, step.transition, now);
  const next = moved && nextSignupStep(moved);
  return next ? { done: false, id, at: next.at } : { done: true };
});
