import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Cloud, startCloud } from "../support/cloud/cloud.ts";
import { isMissed, journeysEnd, wholeJourney } from "../support/journeys/whole-journey.ts";

let cloud: Cloud;
beforeAll(async () => {
  cloud = await startCloud({ timeScale: 300 });
  await wholeJourney(cloud);
});
afterAll(journeysEnd, 120_000);

test("each grant of each role is needed: without it, a call of the service is refused", async () => {
  const grants = await cloud.grants();
  expect(grants.length).toBeGreaterThan(40);
  const needless: typeof grants = [];
  for (const grant of grants) {
    if (!(await isMissed(cloud, grant))) needless.push(grant);
  }
  await cloud.revoke();
  expect(needless).toEqual([]);
  await wholeJourney(cloud);
}, 300_000);
