import * as z from "zod/mini";
import { PartnerSlug, PartnerStatus } from "../../domain/account/partner.ts";
import { Instant, note } from "../../domain/text/text.ts";
import { operation } from "../operation.ts";
import { found } from "../replies.ts";

const PartnerStatusResponse = z
  .object({
    partner_id: note(z.clone(PartnerSlug), "The partner's slug."),
    status: note(
      z.clone(PartnerStatus),
      "`pending_review` and `approved` partners can attribute signups. A `refused` one keeps those that it has, and attributes no more.",
    ),
    created_at: note(z.nullable(Instant), "When the partner registered. Null in the sandbox."),
  })
  .register(z.globalRegistry, {
    id: "PartnerStatus",
    description: "Contains neither the partner's name nor its contact.",
  });

export const getPartnerOperation = operation({
  name: "get-partner",
  method: "GET",
  path: "/api/agent/partners/{partner_id}",
  tag: "Partners",
  summary: "Get a partner's status",
  description:
    "Shows how the review of a partner went. Returns no personal data. A sandbox slug, which starts with `test-`, always awaits review.",
  params: z.strictObject({ partner_id: note(z.clone(PartnerSlug), "The slug from partner registration.") }),
  replies: found("The partner's current status.", PartnerStatusResponse, {
    partner_id: "acme-fleet",
    status: "approved",
    created_at: "2026-11-21T09:30:00.000Z",
  }),
  errors: ["rate_limit_exceeded"],
  // Unknown slugs are limited, so a caller cannot list the partners by trying names.
  access: { partner: ["get"], limit: ["update"] },
  budget: { calls: 1, writeUnits: 0, readUnits: 1 },
});
