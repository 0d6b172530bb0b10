import type { CommandAnswer } from "../../contract/operation.ts";
import type { Account, Standing } from "../../domain/account/account.ts";
import { putStanding } from "../../store/account/accounts.ts";
import { accountNamed } from "./account-named.ts";

/** Changes an account's standing, with all its keys. */
export async function changeAccount(
  name: string,
  change: (account: Account) => Standing,
): Promise<CommandAnswer> {
  const account = await accountNamed(name);
  if (account && "ambiguous" in account) return { ok: false, message: account.ambiguous };
  if (!account) return { ok: false, message: `There is no account ${name}` };
  const { account_id } = account;
  const standing = change(account);
  if (!(await putStanding(account, standing))) {
    return { ok: false, message: `${account_id} got or lost a key just now: try again` };
  }
  const { tier, verified } = standing;
  return { ok: true, message: `${account_id} is ${tier} and ${verified ? "verified" : "not verified"}` };
}
