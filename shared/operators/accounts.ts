import type { Account } from "../domain/account/account.ts";
import { quotaOf } from "../domain/account/standing.ts";
import { maskedEmail } from "../domain/signup/masking.ts";
import { listAccounts } from "../store/account/account-directory.ts";
import { findAccount } from "../store/account/accounts.ts";
import { findPartner } from "../store/account/partners.ts";
import { type List, listAnswer, PAGE } from "./list-answer.ts";
import { numbered } from "./numbered.ts";
import { liveAccessOf } from "./live/queue.ts";
import type { Circumstances } from "./serve/command-run.ts";

export const listAccountsRun: List<"accounts"> = async ({ after }, { now }) => {
  const ids = await listAccounts(after, PAGE);
  const accounts = await Promise.all(ids.map((id) => findAccount(id, now)));
  const data = accounts.filter((account) => account !== undefined).map(summary);
  const last = ids.length === PAGE ? ids.at(-1) : undefined;
  return listAnswer(numbered(data.length, "account"), data, last);
};

/** An account with its partner, and what we saw of each step to live access. */
export async function factsOfAccount(account: Account, { now, reveal }: Circumstances) {
  const slug = account.partner_id;
  const partner = slug === undefined ? undefined : await findPartner(slug, now, 0);
  const { per_minute, per_second } = quotaOf("live", account);
  const contact = partner?.email;
  return {
    ...summary(account),
    live_quota: `${per_minute} a minute, ${per_second} a second`,
    company: partner?.company,
    website: partner?.website,
    partner_status: partner?.status,
    contact: contact && (reveal ? contact : maskedEmail(contact)),
    ...(partner && (await liveAccessOf(account.account_id, now))),
  };
}

const summary = ({
  account_id,
  tier,
  verified,
  suspended,
  partner_id,
  name,
  created_at,
  keys = [],
}: Account) => ({
  account_id,
  // An operator's name for it may be an email.
  name: partner_id ?? (name?.includes("@") ? "(an email)" : name),
  tier,
  verified,
  suspended,
  keys: keys.length,
  created_at,
});
