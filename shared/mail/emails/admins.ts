import { adminsToTell, hasSignedIn, type Member } from "../../domain/account/member.ts";
import { brand } from "../../domain/brand/brand.ts";
import { DAY, HOUR } from "../../domain/limit/window.ts";
import type { PasskeysChange } from "../../domain/event/outbox.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { listMembers } from "../../store/account/members.ts";
import {
  type DeveloperMailWords,
  endpointWords,
  keyExpiryWords,
  liveAccessWords,
  liveDecisionWords,
  passkeysWords,
  proposalWords,
} from "../../words/en/developer-mail.ts";
import { admit } from "../../store/table/limits.ts";
import { developerEmail } from "../developer-email.ts";
import type { Addressed, EmailRecord, MailNamed } from "../email-record.ts";

/** The admins of an account, each once. `id`: of an outbox entry or of a request. */
export const adminsOf = async (account_id: string, id: string): Promise<Addressed[]> =>
  adminsToTell(await listMembers(account_id)).map((admin) => addressOf(admin, id));

const addressOf = (member: Member, id: string): Addressed => ({
  to: member.email,
  entry: `${id}#${member.member_id}`,
  ...(hasSignedIn(member) && { despite: "disowned" }),
});

/** `path`: the page of the dashboard that its button opens. */
const toAdmins = <Mail extends { account_id: string; entry_id: string }>(
  words: (mail: Mail) => DeveloperMailWords,
  path?: string,
): EmailRecord<Mail, Addressed & { mail: Mail }> => ({
  load: async (mail) => (await adminsOf(mail.account_id, mail.entry_id)).map((admin) => ({ ...admin, mail })),
  text: ({ mail }) => developerEmail(words(mail), path === undefined ? path : `${baseUrl()}${path}`),
});

export const keyExpiryMail = toAdmins<MailNamed<"key_expiry">>(keyExpiryWords, "/developers");

export const liveDecisionMail = toAdmins<MailNamed<"live_decision">>(
  ({ result }) => liveDecisionWords(result),
  "/developers/account/test/go-live",
);

export const endpointMail = toAdmins<MailNamed<"endpoint_failing" | "endpoint_disabled">>(endpointWords);

/** To the admins, and to the member whose passkeys they are. */
export const passkeysMail: EmailRecord<
  MailNamed<"passkeys">,
  Addressed & { whose: string; about: PasskeysChange }
> = {
  async load({ account_id, member_id, entry_id, about }) {
    const members = await listMembers(account_id);
    const member = members.find((each) => each.member_id === member_id);
    if (!member) return "settled";
    const recipients = new Set([...adminsToTell(members), member]);
    return [...recipients].map((each) => ({ ...addressOf(each, entry_id), whose: member.email, about }));
  },
  text: ({ whose, about }) =>
    developerEmail(passkeysWords(whose, about), `${baseUrl()}/developers/account/test`),
};

const PROPOSAL_EMAILS = [
  { count: 5, seconds: HOUR },
  { count: 20, seconds: DAY },
];

/** To the admins and approvers. An agent may propose often, so each gets a few a day. */
export const proposalMail: EmailRecord<
  MailNamed<"proposal">,
  Addressed & { member_id: string; mail: MailNamed<"proposal"> }
> = {
  async load(mail) {
    const members = await listMembers(mail.account_id);
    const approvers = members.filter((each) => each.role === "approver" && hasSignedIn(each));
    const of = (each: Member) => ({ ...addressOf(each, mail.entry_id), member_id: each.member_id, mail });
    return [...adminsToTell(members), ...approvers].map(of);
  },
  claim: async ({ member_id }, { isCounted }, now) =>
    !isCounted && (await admit("proposal-email", member_id, PROPOSAL_EMAILS, now)) ? "limited" : "added",
  text: ({ mail: { mode, proposal_id } }) =>
    developerEmail(
      proposalWords(mode, proposal_id),
      `${baseUrl()}/developers/proposals/${mode}/${proposal_id}`,
    ),
};

/** To the operators. */
export const liveAccessMail: EmailRecord<MailNamed<"live_access">, Addressed & { account_id: string }> = {
  load: async ({ account_id, entry_id }) => [
    { to: brand.supportEmail, despite: "any", entry: entry_id, account_id },
  ],
  text: ({ account_id }) => developerEmail(liveAccessWords(account_id)),
};
