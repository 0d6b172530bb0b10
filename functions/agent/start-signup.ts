import { startSignupOperation } from "../../shared/contract/agent/start-signup.ts";
import { Problem } from "../../shared/contract/errors.ts";
import { isPageOf, type Partner, takesAttribution } from "../../shared/domain/account/partner.ts";
import { publicSignup } from "../../shared/domain/signup/public-signup.ts";
import { startSandboxSignup, startSignup } from "../../shared/domain/signup/signup.ts";
import type { SignupRequest } from "../../shared/domain/signup/signup-request.ts";
import { limitFailures } from "../../shared/http/guard/failed-attempts.ts";
import { asker, limitSandboxSignup, turnOf } from "../../shared/http/guard/fair-share.ts";
import { refuseForeignPage } from "../../shared/http/guard/foreign-page.ts";
import { limitBySource } from "../../shared/http/guard/rate-limit.ts";
import { baseUrl } from "../../shared/http/serve/responses.ts";
import { type Steps, serve } from "../../shared/http/serve/serve.ts";
import { findPartner } from "../../shared/store/account/partners.ts";
import { putSandboxSignup, putSignup } from "../../shared/store/signup/signups.ts";

export const signupSteps: Steps<typeof startSignupOperation, Partner | undefined> = {
  load: ({ body }, now, source) => requirePartner(body, now, source),
  limit: (op, source, now, { body }) => (body.sandbox ? limitSandboxSignup : limitBySource)(op, source, now),

  answer: async ({ body }, { now, reply, loaded: partner, source }) => {
    if (body.sandbox) {
      const signup = startSandboxSignup(body, now);
      const created = reply("created", publicSignup(signup, baseUrl()));
      await putSandboxSignup(signup);
      return created;
    }
    const signup = startSignup(body, now);
    const created = reply("created", publicSignup(signup, baseUrl()));
    const approved = partner?.status === "approved" ? partner.partner_id : undefined;
    const turn = await turnOf(startSignupOperation, "creation", asker(source, approved), now);
    const existing = await putSignup(signup, turn);
    return existing ? reply("replayed", publicSignup(existing, baseUrl())) : created;
  },
};

export const handler = serve(startSignupOperation, {
  ...signupSteps,
  judgePage: async (event, { body }, now) => {
    const source = event.requestContext.http.sourceIp;
    if (!body.sandbox)
      await refuseForeignPage(event, (origin) => isPartnersPage(body.partner_id, origin, now, source));
  },
});

/** An approved partner's page may start signups that name it. The origin of an unknown slug is refused. */
async function isPartnersPage(
  slug: string | undefined,
  origin: string,
  now: Date,
  source: string,
): Promise<boolean> {
  if (slug === undefined) return false;
  const partner = await findPartner(slug, now);
  if (!partner) await limitFailures("failed-partner", source, now);
  return partner !== undefined && isPageOf(partner, origin);
}

const UNKNOWN =
  "No registered partner has this `partner_id`. Use the id that partner registration returned, or leave it out.";
const REFUSED =
  "The partner with this `partner_id` was refused, so no signup is attributed to it. Leave `partner_id` out.";

/** Silently dropping an unknown slug would cost a partner its attribution. The sandbox accepts any slug. */
async function requirePartner(
  { partner_id, sandbox }: SignupRequest,
  now: Date,
  source: string,
): Promise<Partner | undefined> {
  if (partner_id === undefined || sandbox) return undefined;
  const partner = await findPartner(partner_id, now);
  if (!partner || !takesAttribution(partner)) {
    await limitFailures("failed-partner", source, now);
    throw new Problem("partner_unknown", partner ? REFUSED : UNKNOWN, "partner_id");
  }
  return partner;
}
