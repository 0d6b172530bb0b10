import { dayOf } from "../../domain/time/day.ts";
import { instantOf } from "../../domain/item/ids.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { keys } from "../keys/keys.ts";
import { shardName } from "./counts.ts";
import type { Write } from "./table.ts";
import { change } from "./writes.ts";

export type Counted = "payments" | "drivers";
type Amounts = Readonly<Record<string, number>>;

/** Writes the shard that the object has in the counts of all days too, so no conflict is new. */
export const addToDay = (
  owner: Owner,
  of: Counted,
  id: string,
  add: Amounts,
  day = dayOf(instantOf(id)),
): Write => change(keys.dayCount(owner, of, `${day}#${shardName(id)}`), { add });
