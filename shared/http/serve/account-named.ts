import type { Account } from "../../domain/account/account.ts";
import { findAccountsNamed } from "../../store/account/accounts.ts";

/** The one account that an operator means by a name; undefined where there is none, and a word of help where there are two. */
export async function accountNamed(name: string): Promise<Account | { ambiguous: string } | undefined> {
  const [one, other] = await findAccountsNamed(name);
  if (!one || !other) return one;
  return {
    ambiguous: `${name} is two accounts: the partner's, ${one.account_id}, and one that an operator made, ${other.account_id}. Give the id of one`,
  };
}
