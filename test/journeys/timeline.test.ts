import { expect, test } from "@jest/globals";
import { timelinePathOf } from "../support/dashboard/routes.ts";
import { missingFrom } from "../support/cloud/browserless.ts";
import { freshEmail } from "../support/cloud/cloud.ts";
import { opsWith } from "../support/cloud/ops.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { DashboardVisitor, keyIn } from "../support/dashboard/dashboard.ts";
import { pageOf } from "../support/page.ts";
import { Partner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";

const cloud = await sharedCloud();
const KEYS = "/developers/keys/test";

async function company(name: string) {
  const ana = await new DashboardVisitor(cloud).signIn(name);
  const key = keyIn(await ana.post(KEYS, `${KEYS}/create`, { name: "Server", access: "all" }));
  const partner = new Partner(cloud, key, "", "");
  const open = (id: string, mode = "test") => ana.call(timelinePathOf(id, mode));
  return { ana, partner, open };
}

const receiver = await Receiver.start();
const [first, other] = [await company("Timeline One"), await company("Timeline Two")];
const endpoint = await first.partner.create("/v1/webhooks", {
  url: receiver.url(),
  events: ["payment.completed"],
});
const driver = await first.partner.driver();
const payout = await first.partner.payout(driver.id, { method: "instant" });
const refused = await first.partner.post("/v1/payments/payout", { driver_id: driver.id, amount: 1 });
await cloud.advance("0s");
const event = (await first.partner.read("/v1/events?type=payment.completed")).data[0];
const delivery = (await first.partner.read(`/v1/webhooks/${endpoint.id}/deliveries`)).data[0];
const entries = (await first.partner.read(`/v1/balance_transactions?payout=${payout.id}`)).data;
const requestId = String(refused.headers["x-request-id"]);

const OF_PAYOUT = [
  expect.stringMatching(/^change Payout of \$100\.00 created, instant\b/),
  expect.stringMatching(/^change Payout of \$100\.00 completed\b/),
  expect.stringMatching(/^money Payout completed: \$100\.00 from Available to Pending, /),
  expect.stringMatching(/^event payment\.completed\b/),
  expect.stringMatching(/^delivery payment\.completed delivered: 204 in \d+ ms\b/),
];

test.each([
  ["payout", payout.id, []],
  ["event", event.id, ["payment.completed"]],
  ["delivery", delivery.id, [expect.stringContaining("delivered: 204")]],
  ["transaction", entries[0].id, [expect.stringContaining("Payout completed: ")]],
])("the id of a %s shows all about its payout, and marks what was asked for", async (_, id, marked) => {
  const page = pageOf(await first.open(id));
  expect([page.items, page.elements("mark").map(({ text }) => text)]).toEqual([OF_PAYOUT, marked]);
  for (const path of [
    `/developers/payouts/test/${payout.id}`,
    `/developers/webhooks/test/events/${event.id}`,
    `/developers/webhooks/test/${endpoint.id}/${delivery.id}`,
  ])
    expect(page.addresses).toContain(path);
});

test("a driver has its events and payouts, and a failed request its error", async () => {
  const ofDriver = ["change Driver created", "event driver.created"].map((words) =>
    expect.stringContaining(words),
  );
  expect(pageOf(await first.open(driver.id)).items).toEqual(
    expect.arrayContaining([...ofDriver, ...OF_PAYOUT.slice(0, 2)]),
  );
  const { location = "" } = (await first.open(requestId)).headers;
  const { text } = pageOf(await first.ana.call(location));
  expect(missingFrom(text, "POST /v1/payments/payout", "400", "amount")).toEqual([]);
});

test("an id of the other mode leads there, and no other company sees any of them", async () => {
  const live = await first.open(payout.id, "live");
  expect([live.status, live.headers.location]).toEqual([303, timelinePathOf(payout.id, "test")]);
  const ids = [payout.id, driver.id, event.id, delivery.id, entries[0].id, requestId];
  for (const id of ids) {
    const reply = await other.open(id);
    expect([id, reply.status, pageOf(reply).items]).toEqual([id, 404, []]);
    expect(reply.text).toContain("Nothing has this ID");
  }
  const odd = await first.open(`"><script>${payout.id}`);
  expect([odd.status, odd.text.includes("<script>pay_")]).toEqual([404, false]);
});

test("a company sees a signup that names it, with its status and no email, and no other signup", async () => {
  const company = freshEmail();
  const ana = await new DashboardVisitor(cloud).signIn(company);
  const slug = pageOf(await ana.call("/developers/account/test")).fact("Partner ID").text;
  const start = async (partner_id?: string) =>
    (await cloud.post("/api/agent/signups", { email: freshEmail(), ...(partner_id && { partner_id }) })).json
      .signup_id;
  const [ours, foreign] = [await start(slug), await start()];
  expect(pageOf(await ana.call(timelinePathOf(ours, "test"))).items).toEqual([
    expect.stringContaining("change Live signup started"),
  ]);
  expect((await ana.call(timelinePathOf(foreign, "test"))).status).toBe(404);
});

const linesOf = (steps: Record<string, string>[]) => steps.map(({ kind, what }) => `${kind} ${what}`);

test("operators get the same steps", async () => {
  const ops = (...args: string[]) => opsWith({}, "show", ...args, "--url", cloud.url);
  const { code, stdout } = await ops(payout.id, "--json");
  expect([code, linesOf(JSON.parse(stdout).data.steps)]).toEqual([0, OF_PAYOUT]);
  const account = /acct_\w+/.exec(stdout)?.[0] ?? "";
  for (const id of [event.id, entries[0].id, driver.id]) expect((await ops(id)).code).toBe(0);
  for (const id of [delivery.id, requestId]) expect((await ops(id, "--account", account)).code).toBe(0);
  const needsAccount =
    "Of a delivery, a failed request and a deleted driver, give the account too: --account";
  expect((await ops(delivery.id)).stdout).toContain(needsAccount);
  const unknown = [`pay_${"0".repeat(26)}`, "Nothing is stored with the ID"] as const;
  for (const [id, words] of [unknown, ["Ana Ng", "ID Ana Ng"]] as const)
    expect(await ops(id)).toMatchObject({ code: 1, stdout: expect.stringContaining(words) });
});

test("the console of the local cloud gets the same steps, and writes and logs", async () => {
  const { json } = await cloud.call(`/_local/console/traces/${payout.id}`);
  const logged = ["log request", "request POST /v1/payments/payout"];
  const more = [...logged, expect.stringMatching(/^write put PAYMENT#/)];
  expect(linesOf(json.steps)).toEqual(expect.arrayContaining([...OF_PAYOUT, ...more]));
});

test("the deliveries of a deleted endpoint stay in the timeline", async () => {
  expect((await first.partner.call(`/v1/webhooks/${endpoint.id}`, { method: "DELETE" })).status).toBe(200);
  for (const id of [payout.id, delivery.id]) {
    expect(pageOf(await first.open(id)).items).toEqual(OF_PAYOUT);
  }
});
