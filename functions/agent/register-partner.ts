import { registerPartnerOperation } from "../../shared/contract/agent/register-partner.ts";
import {
  candidateSlugs,
  type PartnerRequest,
  registerPartner,
  SANDBOX_SLUG_PREFIX,
  slugOf,
} from "../../shared/domain/account/partner.ts";
import { limitBySource } from "../../shared/http/guard/rate-limit.ts";
import { type Story, serve } from "../../shared/http/serve/serve.ts";
import { putPartner } from "../../shared/store/account/partners.ts";

export const partnerStory: Story<typeof registerPartnerOperation> = {
  limit: limitBySource,

  answer: async ({ body }, { now, reply }) => {
    const wanted = slugOf(await latin(body.company));
    const created = (slug: string) => reply("created", present(slug));
    if (body.sandbox) return created(SANDBOX_SLUG_PREFIX + wanted);
    created(wanted);
    return created(await claimSlug(body, wanted, now));
  },
};

export const handler = serve(registerPartnerOperation, partnerStory);

/** The table of all scripts is large, and most names need none of it. */
async function latin(name: string): Promise<string> {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "");
  return /^\p{ASCII}*$/u.test(plain) ? plain : (await import("any-ascii")).default(name);
}

const present = (slug: string) => ({
  partner_id: slug,
  status: "pending_review" as const,
  note: `Pass "partner_id": "${slug}" when you start a signup, and it is attributed to you.`,
});

/** The first slug that nobody else has, or the one that the same company and email got before. */
async function claimSlug(request: PartnerRequest, wanted: string, now: Date): Promise<string> {
  for (const slug of candidateSlugs(wanted)) {
    const { partner, account } = registerPartner(request, slug, now);
    const registration = await putPartner(partner, account);
    if (registration.outcome !== "slug_taken") return registration.slug;
  }
  throw new Error("No slug was free");
}
