import { expect, test } from "@jest/globals";
import { paced } from "../../console/paced.client.ts";
import { eventually } from "../support/eventually.ts";

test("runs never overlap, and all calls during a run lead to one more run", async () => {
  const ends: (() => void)[] = [];
  const soon = paced(() => new Promise((resolve) => ends.push(resolve)), 5);
  const runs = (count: number) => eventually(async () => ends.length === count, 5_000);
  soon();
  soon();
  await runs(1);
  for (let i = 0; i < 3; i++) soon();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await runs(2);
  ends[1]?.();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(ends).toHaveLength(2);
});
