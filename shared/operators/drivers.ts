import type { DriverWithTotals } from "../store/driver/drivers.ts";
import { maskedEmail } from "../domain/signup/masking.ts";
import { maskedName } from "./masked-name.ts";
import { CommandProblem } from "./serve/command-run.ts";

/** A driver, and the sums of their payouts. */
export const factsOfDriver = (driver: DriverWithTotals, reveal: boolean) => {
  const { email, first_name, last_name, phone, totals, bank_accounts, status, created_at } = driver;
  return {
    status,
    email: reveal ? email : maskedEmail(email),
    name: reveal ? `${first_name} ${last_name}` : `${maskedName(first_name)} ${maskedName(last_name)}`,
    phone: phone && (reveal ? phone : `•••${phone.slice(-2)}`),
    bank_accounts: bank_accounts.length,
    payouts_pending: totals.pending,
    payouts_completed: totals.completed,
    lifetime_payouts_cents: totals.lifetime_payouts,
    created_at,
  };
};

export const unknownDriverOf = (id: string): CommandProblem =>
  new CommandProblem(`The account has no driver ${id}`);
