import { adminsToTell, hasSignedIn } from "../../domain/account/member.ts";
import { brand } from "../../domain/brand/brand.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { listMembers } from "../../store/account/members.ts";
import {
  type DeveloperMailWords,
  endpointWords,
  keyExpiryWords,
  liveAccessWords,
  liveDecisionWords,
} from "../../words/en/developer-mail.ts";
import { developerEmail } from "../developer-email.ts";
import type { Addressed, EmailRecord, MailNamed } from "../email-record.ts";

/** The admins of an account, each once. `id`: of an outbox entry or of a request. */
export async function adminsOf(account_id: string, id: string): Promise<Addressed[]> {
  return adminsToTell(await listMembers(account_id)).map((admin) => ({
    to: admin.email,
    entry: `${id}#${admin.member_id}`,
    ...(hasSignedIn(admin) && { despite: "disowned" }),
  }));
}

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

/** To the operators. */
export const liveAccessMail: EmailRecord<MailNamed<"live_access">, Addressed & { account_id: string }> = {
  load: async ({ account_id, entry_id }) => [
    { to: brand.supportEmail, despite: "any", entry: entry_id, account_id },
  ],
  text: ({ account_id }) => developerEmail(liveAccessWords(account_id)),
};
