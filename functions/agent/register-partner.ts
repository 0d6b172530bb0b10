import { registerPartnerOperation } from "../../shared/contract/agent/register-partner.ts";
import {
  candidateSlugs,
  registerPartner,
  SANDBOX_SLUG_PREFIX,
  slugOf,
} from "../../shared/domain/account/partner.ts";
import { refuseForeignPage } from "../../shared/http/guard/foreign-page.ts";
import { latinName } from "../../shared/http/guard/latin-name.ts";
import { limitBySource } from "../../shared/http/guard/rate-limit.ts";
import { type Steps, serve } from "../../shared/http/serve/serve.ts";
import { putPartner } from "../../shared/store/account/partners.ts";

export const partnerSteps: Steps<typeof registerPartnerOperation> = {
  limit: limitBySource,

  answer: async ({ body }, { now, reply }) => {
    const wanted = slugOf(await latinName(body.company));
    if (body.sandbox) return reply("created", present(SANDBOX_SLUG_PREFIX + wanted));
    for (const slug of candidateSlugs(wanted)) {
      const created = reply("created", present(slug));
      const { partner, account } = registerPartner(body, slug, now);
      const registration = await putPartner(partner, account);
      if (registration.outcome === "registered") return created;
      // The same company and email registered before, perhaps under another slug.
      if (registration.outcome === "already") return reply("created", present(registration.slug));
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

const present = (slug: string) => ({
  partner_id: slug,
  status: "pending_review" as const,
  note: `Pass "partner_id": "${slug}" when you start a signup, and it is attributed to you.`,
});
