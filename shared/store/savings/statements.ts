import type { Owner } from "../../domain/item/owner.ts";
import { Agreement } from "../../domain/savings/agreement.ts";
import { savedIn } from "../../domain/savings/saver.ts";
import { keys, partitionOf } from "../keys/keys.ts";
import { below, orAbsent } from "../table/expressions.ts";
import { outboxWrite } from "../table/outbox.ts";
import { oldestAfter } from "../table/pages.ts";
import { transact } from "../table/table.ts";
import { change } from "../table/writes.ts";
import { findSaver } from "./savers.ts";

export const listAgreementsAfter = async (
  owner: Owner,
  after: string | undefined,
  limit: number,
): Promise<Agreement[]> =>
  (await oldestAfter({ partition: partitionOf("savings", owner) }, after, limit)).map((item) =>
    Agreement.parse(item),
  );

/** One for all partners, once. Without savings, or erased: none. Returns whether this call did. */
export async function putStatementRequest(agreement: Agreement, year: number, now: Date): Promise<boolean> {
  const { id, account_id, mode, driver_id, person, signup_id } = agreement;
  if (person === undefined || signup_id === undefined) return false;
  const saver = await findSaver(agreement, person);
  if (!saver || savedIn(saver, year) <= 0 || (saver.stated_for ?? 0) >= year) return false;
  const about = { driver_id, agreement_id: id, about: "year", year } as const;
  const conflict = await transact([
    change(keys.saver(agreement, person), {
      set: { stated_for: year },
      when: { stated_for: orAbsent(below(year)) },
    }),
    outboxWrite({ kind: "mail", mail: "savings", account_id, mode, ...about }, now),
  ]);
  return conflict === undefined;
}
