import { afterEach, expect, test } from "@jest/globals";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import { walkAndKill } from "../support/journeys/tax-crowd.ts";

afterEach(endClouds);

test("each driver concerned has one tax event, over ten thousand drivers and four kills", async () => {
  const { crowd, notified } = await walkAndKill({
    sizes: [
      [4_000, 1_500],
      [2_500, 60],
      [1_000, 1_000],
      ...Array.from({ length: 60 }, (): [number, number] => [3, 1]),
    ],
    killAfter: [15, 40, 3, 60],
    withinMs: 20 * 60_000,
  });
  expect(crowd.owing.length).toBeGreaterThan(3_300);
  expect(notified.owing).toEqual(crowd.owing);
  expect(notified.reported).toEqual(crowd.reported);
}, 3_600_000);
