import type * as commands from "../contract/operators/partner-commands.ts";
import { type Partner, type PartnerReview, partnerReviews } from "../domain/account/partner.ts";
import { maskedEmail } from "../domain/signup/masking.ts";
import { allows } from "../domain/item/transition.ts";
import { listPartners } from "../store/account/partner-directory.ts";
import { findPartner, movePartner } from "../store/account/partners.ts";
import { type List, listAnswer, PAGE } from "./list-answer.ts";
import { numbered } from "./numbered.ts";
import {
  type Circumstances,
  CommandProblem,
  type Plan,
  type Run,
  type RunAnswer,
} from "./serve/command-run.ts";

export const listPartnersRun: List<"partners"> = async ({ status, after }, { now, reveal }) => {
  const { slugs, last } = await listPartners(after, PAGE);
  const partners = await Promise.all(slugs.map((slug) => findPartner(slug, now, 0)));
  const data = partners
    .filter((partner) => partner !== undefined)
    .filter((partner) => status === undefined || partner.status === status)
    .map((partner) => shownPartner(partner, reveal));
  return listAnswer(numbered(data.length, "partner"), data, last);
};

const shownPartner = ({ partner_id, status, company, email, created_at }: Partner, reveal: boolean) => ({
  partner_id,
  status,
  company,
  contact: email && (reveal ? email : maskedEmail(email)),
  created_at,
});

async function requirePartner(slug: string, now: Date): Promise<Partner> {
  const partner = await findPartner(slug, now, 0);
  if (!partner) throw new CommandProblem(`There is no partner ${slug}`);
  return partner;
}

const reviewRun =
  (review: PartnerReview) =>
  async ({ partner_id }: { partner_id: string }, { now }: Circumstances): Promise<Plan | RunAnswer> => {
    const partner = await requirePartner(partner_id, now);
    const { status, account_id, website } = partner;
    const { to } = partnerReviews[review];
    const objects = [account_id];
    // It loses the dashboard, where it could revoke its keys.
    const keysStay =
      review === "refuse"
        ? `. If it has keys, they work on. To stop them, run: accounts suspend ${partner_id}`
        : "";
    const pages =
      review === "approve" && website ? `. Pages of its website may start live signups: ${website}` : "";
    if (!allows(partnerReviews[review], status))
      return { ok: true, message: `${partner_id} is ${to} already`, objects };
    return {
      objects,
      will: `${partner_id} would change from ${status} to ${to}${keysStay}${pages}`,
      act: async () => {
        if (!(await movePartner(partner, review, now)))
          throw new CommandProblem(`${partner_id} changed at the same time. Look at it again`);
        return { ok: true, message: `${partner_id} is ${to}, everywhere within a minute${keysStay}${pages}` };
      },
    };
  };

export const approvePartnerRun: Run<typeof commands.approvePartnerCommand> = reviewRun("approve");
export const refusePartnerRun: Run<typeof commands.refusePartnerCommand> = reviewRun("refuse");
