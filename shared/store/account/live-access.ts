import type { Account } from "../../domain/account/account.ts";
import { keys } from "../keys/keys.ts";
import { absent } from "../table/expressions.ts";
import { outboxWrite } from "../table/outbox.ts";
import { transact } from "../table/table.ts";
import { change } from "../table/writes.ts";
import { restoring } from "./keyless-account.ts";

/**
 * Records that the account asks for live access, and asks for the email to the operators. An expired account
 * is stored again, and expires no more.
 */
export async function putLiveAccessRequest(account: Account, now: Date): Promise<void> {
  await transact([
    change(keys.account(account.account_id), {
      set: { ...restoring(account), live_access_requested_at: now.toISOString() },
      when: { live_access_requested_at: absent },
    }),
    outboxWrite({ kind: "mail", mail: "live_access", account_id: account.account_id }, now),
  ]);
}
