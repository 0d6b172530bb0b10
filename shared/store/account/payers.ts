import { findAccount } from "./accounts.ts";
import { findPartner } from "./partners.ts";

/** Who pays an account's drivers, as their forms name it: the partner's company, or what else the account is called. */
export async function findPayerName(accountId: string, now: Date): Promise<string> {
  const account = await findAccount(accountId);
  const partner = account?.partner_id ? await findPartner(account.partner_id, now) : undefined;
  return partner?.company ?? account?.name ?? accountId;
}

/** Where an account's people can be reached by mail; undefined when nobody told us. */
export async function findContact(accountId: string, now: Date): Promise<string | undefined> {
  const account = await findAccount(accountId);
  return account?.partner_id ? (await findPartner(account.partner_id, now))?.email : undefined;
}
