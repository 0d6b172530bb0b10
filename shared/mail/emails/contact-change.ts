import { hashOfProof, newProof } from "../../crypto/proof.ts";
import type { Login } from "../../domain/account/login.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { findLogin, putLoginProof } from "../../store/account/logins.ts";
import { contactLinkWords, contactNoticeWords } from "../../words/en/developer-mail.ts";
import { developerEmail } from "../developer-email.ts";
import type { Addressed, EmailRecord, MailNamed } from "../email-record.ts";
import { adminsOf } from "./admins.ts";
import { endLogin } from "./sign-in.ts";

type Change = Addressed & { login: Login; account_id: string; proof: string };

/** Only an admin with a fresh link asks for it. */
const notice: EmailRecord<Change, Addressed & { next: string }> = {
  load: async ({ to, login, account_id }) =>
    (await adminsOf(account_id, login.login_id)).map((admin) => ({ ...admin, next: to })),
  text: ({ next }) => developerEmail(contactNoticeWords(next), `${baseUrl()}/developers`),
};

/** First a notice goes to the account's admins, and then the link to the new address. */
export const contactChangeMail: EmailRecord<MailNamed<"contact_change">, Change> = {
  async load({ login_id }, now) {
    const login = await findLogin(login_id, now);
    if (!login?.contact || login.mailed_at) return "settled";
    return [{ to: login.email, login, account_id: login.contact.account_id, proof: newProof() }];
  },
  claim: async ({ login, proof }, _, now) =>
    putLoginProof(login, await hashOfProof(proof), true, undefined, now),
  first: notice,
  text: ({ login: { login_id }, proof }) =>
    developerEmail(contactLinkWords, `${baseUrl()}/developers/account/contact/${login_id}/${proof}`),
  end: ({ login: { login_id } }, outcome, now) => endLogin(login_id, outcome, now),
};
