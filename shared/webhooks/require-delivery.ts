import { missing } from "../contract/errors.ts";
import type { Owner } from "../domain/item/owner.ts";
import type { Delivery } from "../domain/webhook/delivery.ts";
import { findDelivery } from "../store/webhook/deliveries.ts";

type Asked = { id: string; delivery_id: string };

export async function requireDelivery(
  owner: Owner,
  { id, delivery_id }: Asked,
  now: Date,
): Promise<Delivery> {
  const delivery = await findDelivery(owner, id, delivery_id, now);
  if (!delivery) throw unknownDelivery();
  return delivery;
}

export const unknownDelivery = () =>
  missing("The endpoint has no delivery with this id. Check the id.", "delivery_id");
