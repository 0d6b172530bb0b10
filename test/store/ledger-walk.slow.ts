import { test } from "@jest/globals";
import { walk } from "./ledger-walk.ts";

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Together 20,000 steps. Each walk begins with an empty account, so that the comparisons stay cheap. */
test.each([0, 1, 2, 3, 4, 5, 6, 7])(
  `after 2,500 steps, all sums and lists are those of a plain model (SEED=${seed}, walk %d)`,
  async (n) => {
    await walk(n % 2 === 0 ? "live" : "test", seed + n, 2_500, 500);
  },
  // Ten times what an idle machine needs.
  600_000,
);
