import type { LiveSignup, Signup } from "../signup/signup.ts";

/** Whether a signup's owner has confirmed it and did not disown it: only they get email about savings. */
export const isReachable = (signup: Signup | undefined): signup is LiveSignup =>
  signup?.mode === "live" &&
  signup.disowned === undefined &&
  (signup.status === "waitlist_joined" || signup.status === "account_opened");
