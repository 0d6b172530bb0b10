import { countBetween, type IdRange } from "../../domain/item/count-between.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { dayCountsOf } from "../keys/keys.ts";
import type { Counted } from "./day-writes.ts";
import { between } from "./expressions.ts";
import { itemsOf } from "./reads.ts";
import type { Item } from "./table.ts";

type DaysQuery = {
  prefix: string;
  names: readonly string[];
  oneByOne: (range: IdRange) => Promise<number>;
};

export const dayItems = (owner: Owner, of: Counted, days: unknown = between("0", "9~")): Promise<Item[]> =>
  itemsOf({ pk: dayCountsOf(owner, of), sk: days });

export const countInDays = (
  owner: Owner,
  of: Counted,
  range: IdRange,
  { prefix, names, oneByOne }: DaysQuery,
): Promise<number> =>
  countBetween(range, {
    prefix,
    oneByOne,
    days: async (first = "0", last = "9") => {
      const items = await dayItems(owner, of, between(first, `${last}~`));
      return items.reduce(
        (total, item) => names.reduce((sum, name) => sum + Number(item[name] ?? 0), total),
        0,
      );
    },
  });
