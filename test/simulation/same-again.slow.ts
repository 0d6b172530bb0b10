import { expect, test } from "@jest/globals";
import { prepared } from "../support/process/prepared.ts";
import { ranOne } from "./one-process.ts";

await prepared("together");

test("a seed does the same in another process", async () => {
  const short = { hours: 0.1, restHours: 0.5, companies: 2, people: 1, dryFirst: 0.3 };
  const [run, again] = await Promise.all([3, 3].map((seed) => ranOne({ seed, ...short })));
  expect(again?.hash).toBe(run?.hash);
});
