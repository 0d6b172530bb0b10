import { test } from "@jest/globals";
import type { Mode } from "../../shared/domain/owner.ts";
import { walk } from "./ledger-walk.ts";

/** One walk is always the same, and one is new in each run. */
const fresh = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

test.each<[Mode, number, boolean]>([
  ["live", 38, false],
  ["test", fresh, true],
])(
  "after any steps in %s mode, all sums and lists are those of a plain model (SEED=%d, grows: %s)",
  async (mode, seed, grows) => {
    await walk(mode, seed, { steps: 250, every: 250, grows });
  },
);
