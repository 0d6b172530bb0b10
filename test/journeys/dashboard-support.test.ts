import { expect, test } from "@jest/globals";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { addDriver, DashboardVisitor, DRIVERS } from "../support/dashboard/dashboard.ts";
import { fillTeam } from "../support/dashboard/filled-team.ts";
import { pageOf } from "../support/page.ts";
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
  expect(pageOf(await find(text)).addresses).toContain(path);
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

test("the payouts of one driver are listed, and a driver without one has none", async () => {
  const list = "/developers/payouts/test";
  const page = pageOf(await admin.call(`${list}?driver=${ids.driver}`));
  expect(page.addresses).toContain(PAYOUT);
  expect(page.rows.length).toBeLessThanOrEqual(pageOf(await admin.call(list)).rows.length);
  const { headers } = await admin.post("/developers/drivers/test", "/developers/drivers/test/create", {
    first_name: "Cy",
    last_name: "Ro",
    email: "cy@example.com",
  });
  const other = headers.location?.split("/").at(-1);
  expect((await admin.call(`${list}?driver=${other}`)).text).toContain("No payout matches");
});

test("a company's own id is found, although it looks like one of the service's", async () => {
  const list = "/developers/drivers/test";
  const added = { first_name: "Bo", last_name: "Li", email: "bo@example.com", external_id: "crew_000123" };
  const { location } = (await admin.post(list, `${list}/create`, added)).headers;
  expect(pageOf(await find("crew_000123")).addresses).toContain(location);
});

test("a driver keeps an address abroad when another field changes", async () => {
  const fields = { first_name: "Ana", last_name: "Ng", email: "ana.ng@example.com" };
  const abroad = { line1: "1 King St", city: "Toronto", state: "ON", postal_code: "M5H 1A1", country: "CA" };
  const address = Object.fromEntries(Object.entries(abroad).map(([name, at]) => [`address.${name}`, at]));
  const saved = await admin.post(DRIVER, `${DRIVER}/edit`, { ...fields, ...address });
  expect(saved.status).toBe(303);
  expect(pageOf(await admin.call(DRIVER)).form(`${DRIVER}/edit`).sent).toMatchObject(address);
});

test("a driver is deleted on its page with the form that is due, and not while a payout is pending", async () => {
  const owner = await new DashboardVisitor(cloud).signIn("Deleting Fleet");
  await addDriver(owner);
  const page = `${DRIVERS}/${pageOf(await owner.call(DRIVERS)).id("drv")}`;
  const paid = await owner.post(page, `${page}/pay`, { amount: "$9,000", method: "standard" });
  const refused = await owner.post(page, `${page}/delete`);
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("has a pending payout")]);
  await owner.post(String(paid.headers.location), `${paid.headers.location}/complete`);
  const { location } = (await owner.post(page, `${page}/delete`)).headers;
  expect([location, (await owner.call(page)).status]).toEqual([`${DRIVERS}?done=deleted`, 404]);
  const year = new Date().getUTCFullYear();
  expect((await owner.call(`/developers/account/test/forms?year=${year}`)).text).toContain("Ana Ng");
});

test("an account pays at most 20 times a minute in the dashboard, and is asked to wait", async () => {
  const pay = () => admin.post(DRIVER, `${DRIVER}/pay`, { amount: "1.00", method: "instant" });
  // A new minute may begin meanwhile, and none has more than 20.
  let [paid, reply] = [0, await pay()];
  for (; reply.status === 303 && paid <= 40; paid++) reply = await pay();
  expect(reply.status).toBe(429);
  expect(reply.text).toContain("at most 20 payouts per minute");
});

test("a batch shows each payout with its result, and its file has the rejected ones to correct", async () => {
  expect((await admin.call(BATCH)).text).toContain("1 rejected");
  const created = pageOf(await admin.call(`${BATCH}?result=created`)).rows.map(({ text }) => text);
  expect(created).toEqual([expect.not.stringContaining("Rejected")]);
  const { headers, text } = await admin.call(`${BATCH}?format=csv`);
  expect(headers["content-disposition"]).toContain(`rejected-${ids.batch}.csv`);
  const [, row = "", ...more] = text.trim().split("\r\n");
  expect(row).toMatch(new RegExp(`^2,amount_too_small,amount,.*,${ids.driver},1,usd,`));
  expect(more).toEqual([]);
});
