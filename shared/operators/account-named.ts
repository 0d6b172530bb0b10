import type { Account } from "../domain/account/account.ts";
import { Mode, type Owner } from "../domain/item/owner.ts";
import { findAccountsNamed } from "../store/account/accounts.ts";
import { CommandProblem } from "./serve/command-run.ts";

export async function accountNamed(name: string, now: Date): Promise<Account | undefined> {
  const [byPartner, other] = await findAccountsNamed(name, now);
  if (!byPartner || !other) return byPartner;
  throw new CommandProblem(
    `${name} names two accounts: the partner's, ${byPartner.account_id}, and one that an operator made, ${other.account_id}. Give the id of one`,
  );
}

export async function requireAccount(name: string, now: Date): Promise<Account> {
  const account = await accountNamed(name, now);
  if (!account) throw new CommandProblem(`There is no account ${name}`);
  return account;
}

/** The account in both of its modes. An operator does not need to know the mode of an object. */
export async function ownersNamed(account: string, now: Date): Promise<Owner[]> {
  const { account_id } = await requireAccount(account, now);
  return Mode.options.map((mode) => ({ account_id, mode }));
}

export async function inOneMode<T>(
  owners: readonly Owner[],
  find: (owner: Owner) => Promise<T | undefined>,
): Promise<{ owner: Owner; item: T } | undefined> {
  for (const owner of owners) {
    const item = await find(owner);
    if (item) return { owner, item };
  }
  return undefined;
}
