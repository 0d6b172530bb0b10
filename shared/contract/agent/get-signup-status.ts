import * as z from "zod/mini";
import { PartnerSlug } from "../../domain/account/partner.ts";
import { Instant, note } from "../../domain/text/text.ts";
import { operation } from "../operation.ts";
import { found } from "../replies.ts";
import { OpenStatus, SignupId, signupIdExample } from "../shapes.ts";

const SignupParams = z.strictObject({
  signup_id: note(z.clone(SignupId), "The `signup_id` from starting the signup."),
});

const SignupStatusResponse = z
  .object({
    signup_id: note(z.clone(SignupId), "The signup's id."),
    status: OpenStatus,
    partner_id: note(z.nullable(PartnerSlug), "The partner that referred the signup, or null."),
    created_at: note(z.nullable(Instant), "When the signup started, or null where that is not stored."),
    receipt: z.optional(
      note(
        z.string(),
        "The signed receipt of the person's confirmation, a JWS. Present only if the person chose to share it.",
      ),
    ),
  })
  .register(z.globalRegistry, { id: "SignupStatus", description: "Contains no personal data." });

export const getSignupStatusOperation = operation({
  name: "get-signup-status",
  method: "GET",
  path: "/api/agent/signups/{signup_id}",
  tag: "Signups",
  summary: "Get a signup's status",
  description:
    "Poll this operation to follow a signup. Accepts live and sandbox ids. Returns no personal data.",
  params: SignupParams,
  replies: found("The signup's current status.", SignupStatusResponse, {
    signup_id: signupIdExample,
    status: "initiated",
    partner_id: null,
    created_at: "2026-11-21T09:30:00.000Z",
  }),
  perSecond: 100,
  access: { signup: ["get"], receipt: ["get"] },
  budget: { calls: 1, writeUnits: 0, readUnits: 1 },
  tool: {
    name: "get_signup_status",
    title: "Get a signup's status",
    description:
      "Returns a signup's status: initiated, waitlist_joined, account_opened, declined or a newer value. No personal data. A poll every 15 seconds is enough. Sandbox signups last 24 hours.",
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
});
