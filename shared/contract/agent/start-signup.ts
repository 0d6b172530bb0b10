import * as z from "zod/mini";
import { PartnerSlug } from "../../domain/account/partner.ts";
import { brand } from "../../domain/brand/brand.ts";
import { prefixes } from "../../domain/item/ids.ts";
import { publicSignup } from "../../domain/signup/public-signup.ts";
import type { SignupStatus } from "../../domain/signup/signup.ts";
import { SignupRequest } from "../../domain/signup/signup-request.ts";
import { component, note } from "../../domain/text/text.ts";
import { DAY, MINUTE } from "../../domain/limit/window.ts";
import { operation } from "../operation.ts";
import { created } from "../replies.ts";
import { OpenStatus, SignupId, signupIdExample, Url } from "../shapes.ts";

const SignupResponse = component("SignupResponse", {
  signup_id: note(
    z.clone(SignupId),
    `Starts with ${brand.idPrefix}_sgn_, or ${brand.idPrefix}_test_ in the sandbox.`,
  ),
  status: OpenStatus,
  signup_url: note(z.clone(Url), "The account owner must open it personally."),
  status_url: note(z.clone(Url), "Poll it for the signup's status."),
  partner_id: note(z.nullable(PartnerSlug), "The partner that referred the signup, or null."),
  human_action_required: note(z.string(), "What the account owner must do. Pass it on to them."),
  disclosures: note(z.string(), "Regulatory text. Show it to the person."),
});

const sandboxId = signupIdExample.replace(prefixes.liveSignup, prefixes.sandboxSignup);
const exampleOf = (signup_id: string, status: SignupStatus, partner_id: string | null) =>
  publicSignup({ signup_id, status, partner_id }, "https://api.example.com");

export const startSignupOperation = operation({
  name: "start-signup",
  method: "POST",
  path: "/api/agent/signups",
  tag: "Signups",
  summary: "Start a signup for a person",
  description:
    "Creates a pending signup and returns a link that the account owner must open personally; an agent cannot confirm for them. Idempotent by email: a repeated call returns the existing signup unchanged. With `sandbox: true`, no personal data is stored, every call creates a new signup, and its status advances after 60 and 180 seconds.",
  body: SignupRequest,
  bodyExample: { email: "ana@example.com", name: "Ana", platforms: ["doordash"], sandbox: true },
  replies: {
    ...created("The signup was created.", SignupResponse, exampleOf(sandboxId, "initiated", null)),
    replayed: {
      status: 200,
      description: "This email already has a signup, returned unchanged.",
      schema: SignupResponse,
      example: exampleOf(signupIdExample, "waitlist_joined", "acme-fleet"),
    },
  },
  errors: ["partner_unknown"],
  limits: [
    { count: 10, seconds: MINUTE },
    { count: 50, seconds: DAY },
  ],
  perSecond: 50,
  access: {
    signup: ["put"],
    signup_email: ["put"],
    signup_directory: ["put"],
    outbox: ["put"],
    partner: ["get"],
    network: ["update"],
    lane: ["update"],
  },
  // A partner slug is one more read (1 unit), cached for a minute.
  budget: { calls: 3, writeUnits: 10, readUnits: 0 },
  tool: {
    name: "start_signup",
    title: "Start a signup",
    description:
      'Starts a signup and emails the person a link. Returns signup_id, signup_url and what a human must do: only the account owner can confirm. Opens no account and moves no money. A repeat returns the same signup. Without sandbox, or with null or "", the signup is live. With sandbox true, the status moves by itself.',
    // The world is open: it emails a person outside of this service.
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  },
});
