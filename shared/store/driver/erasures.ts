import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import type { Owner } from "../../domain/item/owner.ts";
import { type Key, partitionOf } from "../keys/keys.ts";
import { query } from "../table/reads.ts";
import { table } from "../table/table.ts";
import { remove } from "../table/writes.ts";

const PAGE = 25;

const partitionsOfDriver = (owner: Owner, driverId: string): string[] =>
  (["mileage", "expense", "earnings"] as const).map((noun) => `${partitionOf(noun, owner)}#${driverId}`);

/** Returns whether there may be more. A repeat finds fewer, so it does no harm. */
export async function deleteDriverItems(owner: Owner, driverId: string): Promise<boolean> {
  for (const pk of partitionsOfDriver(owner, driverId)) {
    const { Items = [] } = await query({
      key: { pk },
      ProjectionExpression: "pk, sk, consent",
      ConsistentRead: true,
      Limit: PAGE,
    });
    if (Items.length === 0) continue;
    await Promise.all(Items.map((item) => deleteItem(item as DriverItem)));
    return true;
  }
  return false;
}

/** `consent`: the place of a consent that the driver gave, to which this item leads. */
type DriverItem = Key & { consent?: Key };

async function deleteItem({ consent, pk, sk }: DriverItem): Promise<void> {
  if (consent) await deleteKey(consent);
  await deleteKey({ pk, sk });
}

const deleteKey = (key: Key) => table.send(new DeleteCommand(remove(key).Delete));
