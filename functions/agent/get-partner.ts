import { getPartnerOperation } from "../../shared/contract/agent/get-partner.ts";
import { missing } from "../../shared/contract/errors.ts";
import { isSandboxSlug, type Partner } from "../../shared/domain/account/partner.ts";
import { limitFailures } from "../../shared/http/guard/failed-attempts.ts";
import { serve } from "../../shared/http/serve/serve.ts";
import { findPartner } from "../../shared/store/account/partners.ts";

type Shown = Pick<Partner, "partner_id" | "status"> & { created_at: string | null };

export const handler = serve(getPartnerOperation, {
  load: ({ params }, now, source) => requirePartner(params.partner_id, now, source),
  answer: (_, { loaded: { partner_id, status, created_at }, reply }) =>
    reply("found", { partner_id, status, created_at }),
});

/** Nothing is stored for a sandbox slug. */
async function requirePartner(slug: string, now: Date, source: string): Promise<Shown> {
  if (isSandboxSlug(slug)) return { partner_id: slug, status: "pending_review", created_at: null };
  const partner = await findPartner(slug, now);
  if (partner) return partner;
  await limitFailures("failed-partner", source, now);
  throw missing(
    "No registered partner has this `partner_id`. Use the id that partner registration returned.",
    "partner_id",
  );
}
