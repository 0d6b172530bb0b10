import type { Owner } from "../../domain/item/owner.ts";
import { keys, partitionOf } from "../keys/keys.ts";
import { between } from "../table/expressions.ts";
import { itemsOf } from "../table/reads.ts";
import type { Item } from "../table/table.ts";

export type DriverItems = [profile: Item, totals: Item];

export async function findDriverItems(owner: Owner, id: string): Promise<DriverItems | undefined> {
  const [profile, totals] = await itemsOf({
    pk: partitionOf("driver", owner),
    sk: between(keys.driver(owner, id).sk, keys.driverTotals(owner, id).sk),
  });
  return profile && totals && [profile, totals];
}
