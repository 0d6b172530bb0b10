import * as z from "zod/mini";
import { PartnerSlug } from "../account/partner.ts";
import { prefixes, randomId } from "../item/ids.ts";
import { Language } from "../text/language.ts";
import { Instant } from "../text/text.ts";
import { allows, type Transition } from "../item/transition.ts";
import { DAY, type Window } from "../limit/window.ts";
import type { SignupRequest } from "./signup-request.ts";

export const SignupStatus = z.enum(["initiated", "waitlist_joined", "account_opened", "declined"]);
export type SignupStatus = z.infer<typeof SignupStatus>;

const common = {
  signup_id: z.string(),
  status: SignupStatus,
  partner_id: z.nullable(PartnerSlug),
  created_at: Instant,
};

/**
 * With the state of its confirmation: `mails`: the emails requested, counted, sent and dropped; `proofs`:
 * SHA-256 and end of each emailed proof. `receipt`: the newest, `shared_receipt`: the one that the owner
 * shares. Expired: erased.
 */
export const LiveSignup = z.object({
  ...common,
  mode: z.literal("live"),
  mails: z.array(Instant),
  mail_forms: z.optional(z.set(z.string())),
  mails_counted: z.optional(z.set(z.string())),
  mails_sent: z.optional(z.set(z.string())),
  mails_dropped: z.optional(z.set(z.string())),
  proofs: z.optional(z.set(z.string())),
  revoked_proofs: z.optional(z.set(z.string())),
  disowned: z.optional(Instant),
  receipt: z.optional(z.string()),
  shared_receipt: z.optional(z.string()),
  expires_at: z.optional(Instant),
  // The rules for requests may become stricter than they were.
  email: z.string(),
  name: z.optional(z.string()),
  platforms: z.optional(z.array(z.string())),
  language: z.optional(Language),
  agent: z.optional(
    z.object({
      name: z.optional(z.string()),
      client: z.optional(z.string()),
      version: z.optional(z.string()),
    }),
  ),
});
export type LiveSignup = z.infer<typeof LiveSignup>;

export const SandboxSignup = z.object({ ...common, mode: z.literal("sandbox"), expires_at: Instant });
export type SandboxSignup = z.infer<typeof SandboxSignup>;

export type Signup = LiveSignup | SandboxSignup;

export const signupTransitions = {
  join_waitlist: { from: ["initiated"], to: "waitlist_joined" },
  open_account: { from: ["waitlist_joined"], to: "account_opened" },
  decline: { from: ["initiated", "waitlist_joined"], to: "declined" },
} as const satisfies Record<string, Transition<SignupStatus>>;
export type SignupTransition = keyof typeof signupTransitions;

export const sandboxSchedule = [
  { transition: "join_waitlist", after: 60 },
  { transition: "open_account", after: 180 },
] as const satisfies readonly { transition: SignupTransition; after: number }[];

const DAY_MS = 24 * 60 * 60 * 1000;

const daysAfter = (instant: Date | string, days: number): string =>
  new Date(new Date(instant).getTime() + days * DAY_MS).toISOString();

/** When an unconfirmed signup, created at `instant`, or one declined at `instant`, is erased. */
export const erasedAt = (instant: Date | string): string => daysAfter(instant, 90);

/** DynamoDB deletes expired items up to days late, so each reader checks. */
export const isExpired = ({ expires_at }: { expires_at?: string | undefined }, now: Date): boolean =>
  expires_at !== undefined && Date.parse(expires_at) <= now.getTime();

/** A new live signup. The caller has checked that `partner_id`, where given, names a partner. */
export function startSignup(request: SignupRequest, now: Date): LiveSignup {
  const { partner_id = null, sandbox: _, ...person } = request;
  return {
    mode: "live",
    signup_id: randomId(prefixes.liveSignup),
    status: "initiated",
    partner_id,
    created_at: now.toISOString(),
    mails: [now.toISOString()],
    expires_at: erasedAt(now),
    ...person,
  };
}

/** A new sandbox signup. It stores only the partner's slug, which is no personal data. */
export function startSandboxSignup(request: Pick<SignupRequest, "partner_id">, now: Date): SandboxSignup {
  return {
    mode: "sandbox",
    signup_id: randomId(prefixes.sandboxSignup),
    status: "initiated",
    partner_id: request.partner_id ?? null,
    created_at: now.toISOString(),
    expires_at: daysAfter(now, 1),
  };
}

/** Null when none remains. Counted from the creation, so a timer that starts late still finishes on time. */
export function nextSignupStep(signup: Pick<Signup, "status" | "created_at">) {
  const step = sandboxSchedule.find(({ transition }) => allows(signupTransitions[transition], signup.status));
  if (!step) return null;
  const at = new Date(Date.parse(signup.created_at) + step.after * 1000).toISOString();
  return { transition: step.transition, at };
}

/** An emailed proof is valid for this long. */
export const PROOF_DAYS = 7;

/** A proof as it is stored: its hash, and the end of its validity in epoch seconds. */
export const storedProof = (hash: string, now: Date): string =>
  `${hash}.${Math.floor(Date.parse(daysAfter(now, PROOF_DAYS)) / 1000)}`;

export function validProof(
  { proofs }: Pick<LiveSignup, "proofs">,
  hash: string,
  now: Date,
): string | undefined {
  const stored = [...(proofs ?? [])].find((proof) => proof.split(".")[0] === hash);
  const [, seconds = ""] = stored?.split(".") ?? [];
  return now.getTime() < Number(seconds) * 1000 ? stored : undefined;
}

/** A new signup causes a confirmation email by itself. The button on its page requests further ones. */
export type EmailCause = "creation" | "button";

export const causeOf = ({ created_at }: Pick<LiveSignup, "created_at">, askedAt: string): EmailCause =>
  askedAt === created_at ? "creation" : "button";

/** From all signups and in all spellings together. */
export const mailboxLimits = {
  creation: { count: 2, seconds: DAY },
  button: { count: 3, seconds: DAY },
} as const satisfies Record<EmailCause, Window>;

/** A stranger can press the buttons of other spellings. So the person's own keeps one of the three. */
export const otherSpellingsLimit: Window = { count: 2, seconds: DAY };

/** Limits of a signup's confirmation emails. The email sent on creation counts. */
export const mailLimits = { gapSeconds: 60, inAll: 10 };

/** Whether one more email may be requested, or why not. The mailbox's own limit is checked at sending. */
export function mayAskForMail(
  signup: Pick<LiveSignup, "status" | "mails" | "created_at">,
  now: Date,
): "yes" | "settled" | "too_soon" | "too_many" {
  const { status, mails } = signup;
  if (status !== "initiated") return "settled";
  const within = (seconds: number, instants: readonly string[]) =>
    instants.filter((at) => Date.parse(at) > now.getTime() - seconds * 1000).length;
  const { count, seconds } = mailboxLimits.button;
  const requests = mails.filter((at) => causeOf(signup, at) === "button");
  if (mails.length >= mailLimits.inAll || within(seconds, requests) >= count) return "too_many";
  return within(mailLimits.gapSeconds, mails) > 0 ? "too_soon" : "yes";
}
