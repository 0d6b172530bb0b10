import { monthOf } from "../../domain/time/day.ts";
import { Connection } from "../../domain/earnings/connection.ts";
import { EarningsMonth } from "../../domain/earnings/earnings.ts";
import type { Period } from "../../domain/earnings/period.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { keys } from "../keys/keys.ts";
import { between } from "../table/expressions.ts";
import { itemsOf, findAs } from "../table/reads.ts";

export async function findEarnings(
  owner: Owner,
  driverId: string,
  { from, to }: Period,
): Promise<EarningsMonth[]> {
  const first = keys.earnings(owner, driverId, monthOf(from), "");
  const last = keys.earnings(owner, driverId, monthOf(to), "~");
  const items = await itemsOf({ pk: first.pk, sk: between(first.sk, last.sk) });
  return items.map((item) => EarningsMonth.parse(item));
}

export const findConnection = (owner: Owner, driverId: string, platform: string) =>
  findAs(keys.connection(owner, driverId, platform), Connection);
