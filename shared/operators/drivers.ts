import type { showDriverCommand } from "../contract/operators/object-commands.ts";
import type { Owner } from "../domain/owner.ts";
import { maskedEmail } from "../domain/signup/masking.ts";
import { type DriverWithTotals, findDriver } from "../store/driver/drivers.ts";
import { ownersNamed } from "./endpoints.ts";
import { maskedName } from "./masked-name.ts";
import { CommandProblem, type Run } from "./serve/command-run.ts";

export const showDriverRun: Run<typeof showDriverCommand> = async (
  { driver_id, account },
  { now, reveal },
) => {
  const found = await driverOf(await ownersNamed(account, now), driver_id);
  if (!found) throw unknownDriverOf(driver_id);
  const { email, first_name, last_name, phone, totals, bank_accounts, status, created_at } = found.driver;
  return {
    ok: true,
    message: driver_id,
    data: {
      mode: found.owner.mode,
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
    objects: [found.owner.account_id],
  };
};

export async function driverOf(
  owners: readonly Owner[],
  id: string,
): Promise<{ owner: Owner; driver: DriverWithTotals } | undefined> {
  for (const owner of owners) {
    const driver = await findDriver(owner, id);
    if (driver) return { owner, driver };
  }
  return undefined;
}

export const unknownDriverOf = (id: string): CommandProblem =>
  new CommandProblem(`The account has no driver ${id}`);
