import { test } from "@jest/globals";
import type { Mode } from "../../shared/domain/item/owner.ts";
import { walk } from "./ledger-walk.ts";

/** One walk is always the same, and one is new in each run. */
const fresh = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

test.each<[Mode, number]>([
  ["live", 3],
  ["test", fresh],
])(
  "after any steps in %s mode, all sums and lists are those of a plain model (SEED=%d)",
  async (mode, seed) => {
    await walk(mode, seed, 250, 250);
  },
);
