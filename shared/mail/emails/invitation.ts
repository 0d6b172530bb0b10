import type { Member } from "../../domain/account/member.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { putCountedInvitation } from "../../store/account/logins.ts";
import { findMember, moveInvitation } from "../../store/account/members.ts";
import { findPartner } from "../../store/account/partners.ts";
import { invitationWords } from "../../words/en/developer-mail.ts";
import { developerEmail } from "../developer-email.ts";
import type { Addressed, EmailRecord, MailNamed } from "../email-record.ts";

/** The Team page shows whether it was sent. */
export const invitationMail: EmailRecord<
  MailNamed<"invitation">,
  Addressed & { member: Member; company: string }
> = {
  async load({ account_id, member_id, entry_id }, now) {
    const member = await findMember(account_id, member_id);
    const partner = member && (await findPartner(member.partner_id, now));
    if (!member || !partner) return "settled";
    return [{ to: member.email, entry: entry_id, member, company: partner.company }];
  },
  claim: async ({ to }, { line, isCounted }, now) =>
    isCounted ? "added" : putCountedInvitation(to, line, now),
  text: ({ to, member, company }) =>
    developerEmail(
      invitationWords(company, member.role),
      `${baseUrl()}/developers?email=${encodeURIComponent(to)}`,
    ),
  end: ({ member }, outcome) => moveInvitation(member, outcome === "sent" ? "sent" : "not_sent"),
};
