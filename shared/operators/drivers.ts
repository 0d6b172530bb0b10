import type { showDriverCommand } from "../contract/operators/object-commands.ts";
import { maskedEmail } from "../domain/signup/masking.ts";
import { findDriver } from "../store/driver/drivers.ts";
import { CommandRefusal, type Run } from "./command-run.ts";
import { ownersNamed } from "./endpoints.ts";
import { maskedName } from "./masked-name.ts";

export const showDriverRun: Run<typeof showDriverCommand> = async (
  { driver_id, account },
  { now, reveal },
) => {
  for (const owner of await ownersNamed(account, now)) {
    const driver = await findDriver(owner, driver_id);
    if (!driver) continue;
    const { email, first_name, last_name, phone, totals, bank_accounts, status, created_at } = driver;
    return {
      ok: true,
      message: driver_id,
      data: {
        mode: owner.mode,
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
      objects: [owner.account_id],
    };
  }
  throw new CommandRefusal(`The account has no driver ${driver_id}`);
};
