import * as z from "zod/mini";
import { PartnerSlug } from "../../domain/account/partner.ts";
import { PartnerRequest } from "../../domain/account/partner-request.ts";
import { component, note } from "../../domain/text/text.ts";
import { DAY, MINUTE } from "../../domain/limit/window.ts";
import { operation } from "../operation.ts";
import { created } from "../replies.ts";

const PartnerResponse = component("Partner", {
  partner_id: note(z.clone(PartnerSlug), "Your slug. Send it with each signup."),
  status: note(
    z.string(),
    "`pending_review` at first: our team reviews new partners. Then as in `PartnerStatus`.",
  ),
  note: note(z.string(), "How to use `partner_id`."),
});

export const registerPartnerOperation = operation({
  name: "register-partner",
  method: "POST",
  path: "/api/agent/partners",
  tag: "Partners",
  summary: "Register as an integration partner",
  description:
    "Returns a `partner_id`. Send it with each signup to attribute the signup to you. A repeated call with the same company and email changes nothing, and returns the same `partner_id` with the status of its review. An admin changes the website in the dashboard. With `sandbox: true`, nothing is stored and the slug starts with `test-`.",
  body: PartnerRequest,
  bodyExample: {
    company: "Acme Fleet",
    email: "dev@acme.example",
    website: "https://acme.example",
    sandbox: true,
  },
  replies: created("The partner is registered and awaits review.", PartnerResponse, {
    partner_id: "test-acme-fleet",
    status: "pending_review",
    note: 'Pass "partner_id": "test-acme-fleet" when you start a signup, and it is attributed to you.',
  }),
  limits: [
    { count: 5, seconds: MINUTE },
    { count: 20, seconds: DAY },
  ],
  access: {
    partner: ["get", "put"],
    partner_registration: ["put"],
    partner_directory: ["put"],
    account: ["put"],
    member: ["put"],
    membership: ["put"],
  },
  // A repeated call reads the status: one read more, cached for a minute.
  budget: { calls: 2, writeUnits: 13, readUnits: 0 },
  tool: {
    name: "register_partner",
    title: "Register a partner",
    description:
      "Registers a company or app as an integration partner. Returns the partner_id that attributes signups to it. A repeat returns the same partner_id, and how its review went. Creates no keys and sends no email.",
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
});
