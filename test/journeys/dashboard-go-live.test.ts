import { beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { mailsTo } from "../support/cloud/mailbox.ts";
import { opsWith } from "../support/cloud/ops.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { DashboardVisitor, keyIn } from "../support/dashboard/dashboard.ts";
import { ANSWERS } from "../support/dashboard/forms.ts";
import { pageOf } from "../support/page.ts";
import { Receiver } from "../support/partner/receiver.ts";

const HOME = "/developers/home/test";
const PAGE = "/developers/account/test/go-live";
const ASK = "/developers/account/live-access";
const TEAM = "/developers/account/test/team";
const WEBHOOKS = "/developers/webhooks/test";

const cloud = await sharedCloud();
const ops = (...args: string[]) => opsWith({}, ...args, "--url", cloud.url);

async function signedIn(company: string) {
  const ana = await new DashboardVisitor(cloud).signIn(company);
  const page = pageOf(await ana.call("/developers/account/test"));
  return { ana, account: page.fact("Account ID").text, partner: page.fact("Partner ID").text };
}

const rowsOf = async (ana: DashboardVisitor) => pageOf(await ana.call(PAGE)).rows.map(({ text }) => text);

/** A company that took each step. `payout`: the one that failed. */
async function ready() {
  const { ana } = await signedIn("Steps Done");
  const bo = freshEmail();
  await ana.post(TEAM, "/developers/account/team/invite", { email: bo, role: "admin" });
  await new DashboardVisitor(cloud, bo).signIn();
  const live = "/developers/account/live/profile";
  const place = { line1: "1 Main St", city: "Boston", state: "MA", postal_code: "02110", country: "US" };
  await ana.post(live, live, { legal_name: "Acme Inc", ein: "12-3456789", ...place });
  const receiver = await Receiver.start();
  await ana.post(WEBHOOKS, `${WEBHOOKS}/create`, { url: receiver.url("/secret-path"), which: "all" });
  const key = keyIn(await ana.post(HOME, "/developers/keys/test/create", { name: "Server", access: "all" }));
  const headers = { authorization: `Bearer ${key}` };
  const post = (path: string, json: object, more = {}) =>
    cloud.post(path, json, { headers: { ...headers, ...more }, from: freshAddress() });
  const driver = await post("/v1/drivers", { email: bo, first_name: "Bo", last_name: "Lee" });
  const paid = { driver_id: driver.json.id, amount: 500, currency: "usd", method: "standard" };
  const payout = await post("/v1/payments/payout", paid, { "idempotency-key": freshEmail() });
  await post(`/v1/test_helpers/payments/${payout.json.id}/fail`, {});
  await eventually(async () => receiver.received.some(({ json }) => json.type === "payment.failed"));
  return { ana, payout: payout.json.id as string };
}

describe("the steps", () => {
  test("each one is to do in a new account, and says so", async () => {
    const { ana } = await signedIn("Steps New");
    expect(await rowsOf(ana)).toEqual([
      expect.stringMatching(/legal profile.*To do.*Missing: legal name, address, EIN/s),
      expect.stringMatching(/Receive an event.*To do.*accepted an event yet/s),
      expect.stringMatching(/idempotency keys.*To do.*has been used yet/s),
      expect.stringMatching(/failed payout.*To do.*has failed in 30 days/s),
      expect.stringMatching(/second admin.*To do.*1 of 1 admin has signed in/s),
    ]);
  });

  test("a key without idempotency keys ticks nothing", async () => {
    const { ana } = await signedIn("Steps Ours");
    const key = keyIn(await ana.post(HOME, "/developers/keys/test/create", { name: "Own", access: "all" }));
    await cloud.call("/v1/drivers", { headers: { authorization: `Bearer ${key}` }, from: freshAddress() });
    const rows = await rowsOf(ana);
    expect(rows.join()).not.toContain("Done");
    expect(rows[2]).toContain("Own is in use, without idempotency keys");
  });

  test("each one ticks itself with what was seen", async () => {
    const { ana, payout } = await ready();
    const rows = await eventually(async () => {
      const list = await rowsOf(ana);
      return list.every((row) => row.includes("Done")) && list;
    });
    expect(rows).toEqual([
      expect.stringMatching(/Acme Inc, EIN ends in 6789/),
      expect.stringMatching(/127\.0\.0\.1:\d+ accepted payment\.failed/),
      expect.stringMatching(/Server sends idempotency keys/),
      expect.stringMatching(/127\.0\.0\.1:\d+ accepted payment\.failed/),
      expect.stringMatching(/2 of 2 admins have signed in/),
    ]);
    const page = pageOf(await ana.call(PAGE));
    expect(page.addresses).toContain(`/developers/payouts/test/${payout}`);
    expect([page.text.includes("All done"), page.text.includes("secret-path")]).toEqual([true, false]);
  });
});

describe("the request", () => {
  let { ana, account, partner } = {} as Awaited<ReturnType<typeof signedIn>>;
  beforeAll(async () => {
    ({ ana, account, partner } = await signedIn("Live Request"));
  });
  const queue = async () => (await ops("list", "requests")).stdout;
  // The list reads eventually.
  const leftTheQueue = () => eventually(async () => !(await queue()).includes(account));
  const text = async () => pageOf(await ana.call(PAGE)).text;

  test("a mistake is at its field, and no answer is lost", async () => {
    const wrong = { ...ANSWERS, drivers: "", starts_on: "2020-01-01" };
    for (const [fields, why] of [
      [wrong, "Choose how many drivers you expect."],
      [{ ...ANSWERS, starts_on: "2020-01-01" }, "Choose today or a later day."],
      [{ ...ANSWERS, business: " " }, "Describe your business in 1 to 500 characters"],
    ] as const) {
      const reply = await ana.post(PAGE, ASK, fields);
      expect([reply.status, reply.text.includes(why)]).toEqual([400, true]);
      const { starts_on, monthly } = pageOf(reply).form(ASK).sent;
      expect([starts_on, monthly]).toEqual([fields.starts_on, "under_50k"]);
    }
    expect(await queue()).not.toContain(account);
  });

  test("two clicks make one request, which the operators get by email and in their queue", async () => {
    const ask = () => ana.post(PAGE, ASK, ANSWERS);
    const statuses = (await Promise.all([ask(), ask()])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([303, 409]);
    await cloud.advance("0s");
    const emails = (await mailsTo(cloud, "support@example.com")).filter((mail) =>
      mail.text.includes(account),
    );
    expect(emails.map((mail) => mail.text)).toEqual([expect.stringContaining(`accounts verify ${account}`)]);
    expect(await queue()).toMatch(new RegExp(`${account} +${partner} +asked .*100 to 1,000`));
    expect(await text()).toMatch(/Asked.*We pay couriers by check\./s);
  });

  test("an operator reads the answers, takes it up and declines it with words", async () => {
    expect((await ops("show", partner)).stdout).toMatch(
      /business +We pay couriers by check\..*step_admin +open: 1 of 1 admin/s,
    );
    const review = await ops("accounts", "review", account);
    expect([review.stdout, await text()]).toEqual(
      ["is in review", "In review"].map((words) => expect.stringContaining(words)),
    );
    const words = ["--words", "Add a second admin.", "--reason", "Ticket 7", "--yes"];
    const decline = () => ops("accounts", "decline", account, ...words);
    expect(await decline()).toMatchObject({ code: 0 });
    await leftTheQueue();
    expect(await text()).toMatch(/Declined.*Add a second admin\./s);
    const mail = await eventually(async () =>
      (await mailsTo(cloud, ana.email)).find(({ subject }) => subject.includes("couldn't open live access")),
    );
    expect(mail.text).toContain(PAGE);
    expect(await decline()).toMatchObject({ code: 1 });
  });

  test("a declined company asks again with its answers, and withdraws", async () => {
    expect(
      pageOf(await ana.call(PAGE))
        .form(ASK)
        .value("business"),
    ).toBe("We pay couriers by check.");
    await ana.post(PAGE, ASK, ANSWERS);
    expect(await queue()).toContain(account);
    const { headers } = await ana.post(PAGE, `${ASK}/withdraw`);
    expect(headers.location).toContain("done=withdrawn");
    await leftTheQueue();
    expect((await ana.post(PAGE, `${ASK}/withdraw`)).headers.location).toBe(PAGE);
  });

  test("the operator's verification approves it, and the admins get an email", async () => {
    await ana.post(PAGE, ASK, ANSWERS);
    expect(await ops("accounts", "verify", account)).toMatchObject({ code: 0 });
    expect(await text()).toMatch(/Approved.*Live access is open/s);
    await leftTheQueue();
    await eventually(async () =>
      (await mailsTo(cloud, ana.email)).some(({ subject }) => subject === "Your live access is open"),
    );
  });
});
