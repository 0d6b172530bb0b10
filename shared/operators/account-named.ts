import type { Account } from "../domain/account/account.ts";
import { findAccountsNamed } from "../store/account/accounts.ts";
import { CommandProblem } from "./serve/command-run.ts";

export async function accountNamed(name: string, now: Date): Promise<Account | undefined> {
  const [one, other] = await findAccountsNamed(name, now);
  if (!one || !other) return one;
  throw new CommandProblem(
    `${name} names two accounts: the partner's, ${one.account_id}, and one that an operator made, ${other.account_id}. Give the id of one`,
  );
}

export async function requireAccount(name: string, now: Date): Promise<Account> {
  const account = await accountNamed(name, now);
  if (!account) throw new CommandProblem(`There is no account ${name}`);
  return account;
}
