import { hashOfProof, newProof } from "../../crypto/proof.ts";
import type { Login } from "../../domain/account/login.ts";
import { hasSignedIn, type Member } from "../../domain/account/member.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { findLogin, putLoginMailed, putLoginProof, putLoginWaiting } from "../../store/account/logins.ts";
import { listMembersByEmail } from "../../store/account/members-by-email.ts";
import { signInWords } from "../../words/en/developer-mail.ts";
import { developerEmail } from "../developer-email.ts";
import type { Addressed, EmailRecord, MailNamed } from "../email-record.ts";

type SignIn = Addressed & { login: Login; members: readonly Member[]; proof: string };

/**
 * Its proof is made here, and only its hash is stored. Every address gets the same page, so only here it
 * matters whether it is a member's. A link to one that has never signed in, or that registers a company,
 * takes its turn in the lane. Others go at once, also to a mailbox that disowned a stranger's signup.
 */
export const signInMail: EmailRecord<MailNamed<"sign_in">, SignIn> = {
  async load({ login_id }, now) {
    const login = await findLogin(login_id, now);
    if (!login || login.mailed_at || login.contact) return "settled";
    const members = await listMembersByEmail(login.email);
    if (login.company === undefined && members.length === 0) return "no_account";
    const despite = isOwn(login, members) ? ({ despite: "disowned" } as const) : {};
    return [{ to: login.email, ...despite, login, members, proof: newProof() }];
  },
  async claim({ login, members, proof }, { line }, now) {
    const takesTurn = !isOwn(login, members) && login.proof_hash === undefined;
    const isStrange = login.session === undefined && !members.some(knows(login.browser));
    const hash = await hashOfProof(proof);
    const right = await putLoginProof(login, hash, isStrange, takesTurn ? line : undefined, now);
    if (right === "waits") await putLoginWaiting(login.login_id, now);
    return right;
  },
  text: ({ login: { login_id, session, company }, proof }) =>
    developerEmail(
      signInWords(session ? "Confirm it's you" : company ? "Create your account" : "Sign in"),
      `${baseUrl()}/developers/sign-in/${login_id}/${proof}`,
    ),
  end: ({ login: { login_id } }, outcome, now) => endLogin(login_id, outcome, now),
};

const isOwn = ({ company }: Login, members: readonly Member[]): boolean =>
  company === undefined && members.some(hasSignedIn);

const knows =
  (mark: string) =>
  ({ browsers = [] }: Member): boolean =>
    browsers.includes(mark);

export async function endLogin(loginId: string, outcome: string, now: Date): Promise<void> {
  if (outcome === "sent" || outcome === "refused") await putLoginMailed(loginId, now);
}
