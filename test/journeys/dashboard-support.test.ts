import { expect, test } from "@jest/globals";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { DashboardVisitor } from "../support/dashboard/dashboard.ts";
import { fillTeam } from "../support/dashboard/filled-team.ts";
import { signInTeam } from "../support/dashboard/team.ts";

const cloud = await sharedCloud();
const team = await signInTeam(cloud, "Support Fleet");
const ids = await fillTeam(cloud, team);
const { admin } = team;

const DRIVER = `/developers/drivers/test/${ids.driver}`;
const PAYOUT = `/developers/payouts/test/${ids.payout}`;
const BATCH = `/developers/payouts/test/batches/${ids.batch}`;

const find = (text: string, visitor: DashboardVisitor = admin) =>
  visitor.call(`/developers/home/test/find?q=${encodeURIComponent(text)}`);

test.each([
  ["the beginning of a name", "an", DRIVER],
  ["the beginning of a last name", "NG", DRIVER],
  ["an email", "ana.ng@example.com", DRIVER],
  ["an amount in dollars", "$7.77", PAYOUT],
  ["an amount in cents", "777", PAYOUT],
])("Find offers what %s could be, to its own account alone", async (_, text, path) => {
  expect((await find(text)).text).toContain(`href="${path}"`);
  const stranger = await new DashboardVisitor(cloud).signIn("Another Fleet");
  expect((await find(text, stranger)).text).toContain("Nothing fits");
});

test.each([
  ["a driver", ids.driver, DRIVER],
  ["a payout", ids.payout, PAYOUT],
  ["a batch", ids.batch, BATCH],
  ["an event", ids.event, `/developers/home/test/timeline?id=${ids.event}`],
  ["a request", "cPzJoiL1IAMEMtQ=", "/developers/home/test/timeline?id=cPzJoiL1IAMEMtQ%3D"],
])("the id of %s leads to its page", async (_, id, path) => {
  expect((await find(id)).headers.location).toBe(path);
});

test("a batch shows each payout with its result, and its file has the rejected ones to correct", async () => {
  const page = (await admin.call(BATCH)).text;
  expect(page).toContain("1 rejected");
  expect((await admin.call(`${BATCH}?result=created`)).text).not.toContain("Rejected</span>");
  const { headers, text } = await admin.call(`${BATCH}?format=csv`);
  expect(headers["content-disposition"]).toContain(`rejected-${ids.batch}.csv`);
  const [, row = "", ...more] = text.trim().split("\r\n");
  expect(row).toMatch(new RegExp(`^2,amount_too_small,amount,.*,${ids.driver},1,usd,`));
  expect(more).toEqual([]);
});
