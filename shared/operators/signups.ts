import { type Act, claimsOf, compactOf, type Receipt } from "../domain/receipt/receipt.ts";
import { maskedEmail } from "../domain/signup/masking.ts";
import type { LiveSignup, Signup } from "../domain/signup/signup.ts";
import { instantSince } from "../domain/time/since.ts";
import { listReceipts } from "../store/receipt/receipts.ts";
import { listSignups } from "../store/signup/signup-directory.ts";
import { isSuppressed } from "../store/signup/suppressions.ts";
import { type List, listAnswer, PAGE } from "./list-answer.ts";
import { maskedName } from "./masked-name.ts";
import { numbered } from "./numbered.ts";
import { findPerson } from "./person/find-person.ts";
import type { Circumstances } from "./serve/command-run.ts";

export const listSignupsRun: List<"signups"> = async ({ status, since = "90d", after }, { now, reveal }) => {
  const from = instantSince(since, now) ?? now;
  const { signups, last } = await listSignups({ since: from, status, after }, PAGE, now);
  const data = signups.map((signup) => ({
    signup_id: signup.signup_id,
    status: signup.status,
    email: reveal ? signup.email : maskedEmail(signup.email),
    partner_id: signup.partner_id ?? undefined,
    created_at: signup.created_at,
  }));
  return listAnswer(`${numbered(signups.length, "live signup")} since ${from.toISOString()}`, data, last);
};

/** A signup, what its person did and to which words, and what else is stored under its email. */
export async function factsOfSignup(signup: Signup, { now, reveal }: Circumstances) {
  const { signup_id, mode, status, partner_id, created_at } = signup;
  const facts = { signup_id, mode, status, partner_id: partner_id ?? undefined, created_at };
  if (signup.mode === "sandbox") return { ...facts, expires_at: signup.expires_at };
  return {
    ...facts,
    ...personOf(signup, reveal),
    ...(await actsOf(signup_id)),
    ...(await storedFor(signup.email, now)),
  };
}

/** What is stored under an email that has no signup. */
export async function factsOfEmail(email: string, { now, reveal }: Circumstances) {
  const stored = await storedFor(email, now);
  const isKnown = Object.values(stored).some(Boolean);
  return { isKnown, facts: { email: reveal ? email : maskedEmail(email), ...stored } };
}

async function actsOf(signup_id: string) {
  const facts = (await listReceipts(signup_id)).map(factsOf);
  const said = (name: Act) => {
    const fact = facts.find(({ act }) => act === name);
    return fact && `${fact.at}, ${fact.text_version}, ${fact.id}`;
  };
  return { confirmed: said("join_waitlist"), canceled: said("decline") };
}

async function storedFor(email: string, now: Date) {
  const { waiting, members, partners } = await findPerson(email, now);
  const accounts = members.map(({ member: { account_id, role } }) => `${account_id} (${role})`);
  return {
    waitlist_since: waiting?.joined_at,
    member_of: accounts.join(" ") || undefined,
    contact_of: partners.map(({ partner_id }) => partner_id).join(" ") || undefined,
    suppressed: await isSuppressed(email),
  };
}

const personOf = ({ email, name, platforms, disowned, mails, mails_sent }: LiveSignup, reveal: boolean) => ({
  email: reveal ? email : maskedEmail(email),
  name: name && (reveal ? name : maskedName(name)),
  gig_platforms: platforms?.join(" "),
  disowned,
  emails_requested: mails.length,
  emails_sent: mails_sent?.size ?? 0,
});

/** The receipts of a signup or an agreement, the oldest first, as stored: also after an erasure. */
export async function receiptsOf(subjects: readonly string[]) {
  const receipts = (await Promise.all(subjects.map(listReceipts))).flat();
  return receipts
    .sort((a, b) => claimsOf(a).jti.localeCompare(claimsOf(b).jti))
    .map((receipt) => ({ ...factsOf(receipt), receipt: compactOf(receipt) }));
}

function factsOf(receipt: Receipt) {
  const { jti, act, iat, text_version, text_sha256, lang, prev } = claimsOf(receipt);
  return { id: jti, act, at: new Date(iat * 1000).toISOString(), text_version, text_sha256, lang, prev };
}
