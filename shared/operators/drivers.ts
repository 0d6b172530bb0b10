import type { showDriverCommand } from "../contract/operators/object-commands.ts";
import { maskedEmail } from "../domain/signup/masking.ts";
import { findDriver } from "../store/driver/drivers.ts";
import { inOneMode, ownersNamed } from "./account-named.ts";
import { maskedName } from "./masked-name.ts";
import { CommandProblem, type Run } from "./serve/command-run.ts";

export const showDriverRun: Run<typeof showDriverCommand> = async (
  { driver_id, account },
  { now, reveal },
) => {
  const one = await inOneMode(await ownersNamed(account, now), (owner) => findDriver(owner, driver_id));
  if (!one) throw unknownDriverOf(driver_id);
  const { email, first_name, last_name, phone, totals, bank_accounts, status, created_at } = one.found;
  return {
    ok: true,
    message: driver_id,
    data: {
      mode: one.owner.mode,
      status,
      email: reveal ? email : maskedEmail(email),
      name: reveal ? `${first_name} ${last_name}` : `${maskedName(first_name)} ${maskedName(last_name)}`,
      phone: phone && (reveal ? phone : `•••${phone.slice(-2)}`),
      bank_accounts: bank_accounts.length,
      payouts_pending: totals.pending,
      payouts_completed: totals.completed,
      lifetime_payouts_cents: totals.lifetime_payouts,
      created_at,
    },
    objects: [one.owner.account_id],
  };
};

export const unknownDriverOf = (id: string): CommandProblem =>
  new CommandProblem(`The account has no driver ${id}`);
