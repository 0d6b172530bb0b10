import type { showReceiptsCommand } from "../contract/operators/receipt-commands.ts";
import type * as commands from "../contract/operators/signup-commands.ts";
import { type Act, claimsOf, compactOf, type Receipt } from "../domain/receipt/receipt.ts";
import { maskedEmail } from "../domain/signup/masking.ts";
import type { LiveSignup } from "../domain/signup/signup.ts";
import { instantSince } from "../domain/since.ts";
import { listReceipts } from "../store/receipt/receipts.ts";
import { listSignups } from "../store/signup/signup-directory.ts";
import { findSignup, findSignupOf } from "../store/signup/signups.ts";
import { isSuppressed } from "../store/signup/suppressions.ts";
import { findWaitlistEntry } from "../store/signup/waitlist.ts";
import { listAnswer, PAGE } from "./list-answer.ts";
import { maskedName } from "./masked-name.ts";
import { numbered } from "./numbered.ts";
import { type Circumstances, CommandProblem, type Run, type RunAnswer } from "./serve/command-run.ts";

export const listSignupsRun: Run<typeof commands.listSignupsCommand> = async (
  { status, since = "90d", after },
  { now, reveal },
) => {
  const from = instantSince(since, now) ?? now;
  const { signups, last } = await listSignups({ since: from, status, after }, PAGE, now);
  const data = signups.map((signup) => ({
    signup_id: signup.signup_id,
    status: signup.status,
    email: reveal ? signup.email : maskedEmail(signup.email),
    partner_id: signup.partner_id ?? undefined,
    created_at: signup.created_at,
  }));
  return listAnswer(`${numbered(signups.length, "signup")} since ${from.toISOString()}`, data, last);
};

export const showSignupRun: Run<typeof commands.showSignupCommand> = async (
  { signup_id },
  { now, reveal },
) => {
  const signup = await findSignup(signup_id, now);
  if (!signup) throw new CommandProblem(`There is no signup ${signup_id}`);
  const { mode, status, partner_id, created_at } = signup;
  const common = { signup_id, mode, status, partner_id: partner_id ?? undefined, created_at };
  if (signup.mode === "sandbox")
    return { ok: true, message: signup_id, data: { ...common, expires_at: signup.expires_at } };
  const data = {
    ...common,
    ...personOf(signup, reveal),
    ...(await actsOf(signup_id)),
    ...(await storedFor(signup.email)),
  };
  return { ok: true, message: signup_id, data };
};

export const findSignupRun: Run<typeof commands.findSignupCommand> = async ({ email }, circumstances) => {
  const signupId = await findSignupOf(email);
  if (signupId) {
    const shown = (await showSignupRun({ signup_id: signupId }, circumstances)) as RunAnswer;
    return { ...shown, objects: [signupId] };
  }
  return waitlistOnly(email, circumstances);
};

async function waitlistOnly(email: string, { reveal }: Circumstances): Promise<RunAnswer> {
  const stored = await storedFor(email);
  const found = stored.waitlist_since !== undefined || stored.suppressed;
  const message = found ? "This email has no signup" : "Nothing is stored about this email";
  return { ok: found, message, data: { email: reveal ? email : maskedEmail(email), ...stored } };
}

async function actsOf(signup_id: string) {
  const facts = (await listReceipts(signup_id)).map(factsOf);
  const said = (wanted: Act) => {
    const fact = facts.find(({ act }) => act === wanted);
    return fact && `${fact.at}, ${fact.text_version}, ${fact.id}`;
  };
  return { confirmed: said("join_waitlist"), canceled: said("decline") };
}

const storedFor = async (email: string) => ({
  waitlist_since: (await findWaitlistEntry(email))?.joined_at,
  suppressed: await isSuppressed(email),
});

const personOf = ({ email, name, platforms, disowned, mails, mails_sent }: LiveSignup, reveal: boolean) => ({
  email: reveal ? email : maskedEmail(email),
  name: name && (reveal ? name : maskedName(name)),
  gig_platforms: platforms?.join(" "),
  disowned,
  emails_requested: mails.length,
  emails_sent: mails_sent?.size ?? 0,
});

export const showReceiptsRun: Run<typeof showReceiptsCommand> = async ({ id }) => {
  const receipts = await listReceipts(id);
  if (receipts.length === 0) throw new CommandProblem(`${id} has no receipt`);
  const data = receipts.map((receipt) => ({ ...factsOf(receipt), receipt: compactOf(receipt) }));
  return { ok: true, message: numbered(receipts.length, "receipt"), data };
};

function factsOf(receipt: Receipt) {
  const { jti, act, iat, text_version, text_sha256, lang, prev } = claimsOf(receipt);
  return { id: jti, act, at: new Date(iat * 1000).toISOString(), text_version, text_sha256, lang, prev };
}
