import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "../base/seeded-random.ts";

const SHARE = 1 / 4;
const LONGEST_MS = 200;

/** Some wait, so that a later message overtakes an earlier one. Undefined without `seed`. */
export function delays(seed: number | undefined): (() => Promise<void>) | undefined {
  if (seed === undefined) return undefined;
  const random = seededRandom(seed);
  return async () => {
    if (random() < SHARE) await sleep(random() * LONGEST_MS);
  };
}
