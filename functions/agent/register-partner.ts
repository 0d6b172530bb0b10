import { registerPartnerOperation } from "../../shared/contract/agent/register-partner.ts";
import {
  candidateSlugs,
  type Partner,
  registerPartner,
  SANDBOX_SLUG_PREFIX,
  slugOf,
} from "../../shared/domain/account/partner.ts";
import { refuseForeignPage } from "../../shared/http/guard/foreign-page.ts";
import { latinName } from "../../shared/http/guard/latin-name.ts";
import { limitBySource } from "../../shared/http/guard/rate-limit.ts";
import { type Steps, serve } from "../../shared/http/serve/serve.ts";
import { findPartner, putPartner } from "../../shared/store/account/partners.ts";

export const partnerSteps: Steps<typeof registerPartnerOperation> = {
  limit: limitBySource,

  answer: async ({ body }, { now, reply }) => {
    const companySlug = slugOf(await latinName(body.company));
    if (body.sandbox) return reply("created", present(SANDBOX_SLUG_PREFIX + companySlug));
    for (const slug of candidateSlugs(companySlug)) {
      const created = reply("created", present(slug));
      const { partner, account } = registerPartner(body, slug, now);
      const registration = await putPartner(partner, account);
      if (registration.outcome === "registered") return created;
      // The same company and email registered before, perhaps under another slug.
      if (registration.outcome === "already") {
        const known = await findPartner(registration.slug, now);
        return reply("created", present(registration.slug, known?.status));
      }
    }
    throw new Error("No slug was free");
  },
};

export const handler = serve(registerPartnerOperation, {
  ...partnerSteps,
  judgePage: async (event, { body }) => {
    if (!body.sandbox) await refuseForeignPage(event);
  },
});

const present = (slug: string, status: Partner["status"] = "pending_review") => ({
  partner_id: slug,
  status,
  note:
    status === "refused"
      ? "The review refused this partner, so no signup is attributed to it any more."
      : `Pass "partner_id": "${slug}" when you start a signup, and it is attributed to you.`,
});
