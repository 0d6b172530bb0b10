import { eventually } from "../../../infra/local/test/support/eventually.ts";
import type { Reply } from "../../../infra/local/test/support/http.ts";
import { sortableId } from "../../../shared/domain/ids.ts";
import { postForm } from "../cloud/browserless.ts";
import { type Cloud, freshAddress, freshEmail } from "../cloud/cloud.ts";
import { mailTo } from "../cloud/mailbox.ts";
import { contactLinkIn, DashboardVisitor, dashboardLinkAfter, keyIn } from "../dashboard/dashboard.ts";
import { ANSWERS } from "../dashboard/forms.ts";
import { leaveOnly } from "../partner/balance.ts";
import { Partner } from "../partner/platform.ts";
import { AGREE, actAs, savingsPath } from "../partner/savings.ts";
import { spendEmailBudget } from "./email-budget.ts";

const KEYS = "/developers/keys/test";
const GO_LIVE = "/developers/account/test/go-live";
const TEAM = "/developers/account/test/team";
const PLAYGROUND = "/developers/playground/test";
const PAYOUTS = "/developers/payouts/test";
const DRIVERS = "/developers/drivers/test";
const WEBHOOKS = "/developers/webhooks/test";

/** Uses every part of the developer dashboard. Throws if one does not work within `timeoutMs`. */
export async function dashboardJourney(cloud: Cloud, timeoutMs: number): Promise<void> {
  const admin = await attempt(() => new DashboardVisitor(cloud).signIn("Acme Fleet"));
  for (const path of ["/developers/home/test", "/developers/home/test/requests"]) await see(admin, path);
  await attempt(() => team(cloud));
  await sandboxKey(cloud);
  await attempt(() => profile(cloud));
  await attempt(() => contact(cloud));
  await attempt(() => stepUp(cloud));
  await keys(admin);
  await playground(admin, timeoutMs);
  await goLive(admin, cloud);
  await refundAfterDeletion(admin, cloud);
  await webhooks(admin, timeoutMs);
  // The address of a signed-in visitor leads to Home, which now has deliveries.
  const { headers } = await admin.call("/developers");
  await see(admin, String(headers.location));
  for (const page of ["activity", "forms", "forms/2025"])
    await see(admin, `/developers/account/test/${page}`);
  await must(admin, KEYS, "/developers/account/sign-out");
}

/** On a fast clock, a link or a fresh proof may expire on the way, and a payout settles soon. */
export async function attempt<T>(act: () => Promise<T>): Promise<T> {
  for (let left = 9; left > 0; left--) {
    try {
      return await act();
    } catch {}
  }
  return act();
}

/** A reader of the docs gets a key, and pays a driver with it, alone and in a batch. */
async function sandboxKey(cloud: Cloud): Promise<void> {
  const from = freshAddress();
  const asked = await postForm(cloud, "/developers/sign-in/sandbox-key", {}, { from });
  const shown = await cloud.call(asked.headers.location ?? "/developers/sign-in/sandbox-key/none");
  const headers = { authorization: `Bearer ${keyIn(shown)}` };
  const person = { email: freshEmail(), first_name: "A", last_name: "B" };
  const driver = await cloud.post("/v1/drivers", person, { headers, from });
  const payout = { driver_id: driver.json.id, amount: 500, currency: "usd" };
  const { status } = await cloud.post("/v1/payments/payout", payout, { headers, from });
  if (status !== 201) throw new Error(`The payout of a reader of the docs got ${status}`);
  const batch = await cloud.post("/v1/payments/batches", { payouts: [payout] }, { headers, from });
  if (batch.status !== 202) throw new Error(`The batch of a reader of the docs got ${batch.status}`);
  await attempt(() => new DashboardVisitor(cloud).signIn("Kept Sandbox", { sandbox_key: keyIn(shown) }));
}

async function see(visitor: DashboardVisitor, path: string): Promise<Reply> {
  const reply = await visitor.call(path);
  if (reply.status !== 200) throw new Error(`${path} returned ${reply.status}`);
  return reply;
}

async function must(
  visitor: DashboardVisitor,
  path: string,
  action: string,
  fields: Record<string, string> = {},
): Promise<Reply> {
  const reply = await visitor.post(path, action, fields);
  if (reply.status >= 400) throw new Error(`${action} returned ${reply.status}`);
  return reply;
}

const idOn = (visitor: DashboardVisitor, path: string, pattern: RegExp, timeoutMs = 5_000) =>
  eventually(async () => pattern.exec((await see(visitor, path)).text)?.[1], timeoutMs);

/**
 * Makes an invited admin a viewer. An operator makes it an admin again, and erases it. The emails of the
 * registration and of the last invitation wait for room.
 */
async function team(cloud: Cloud): Promise<void> {
  await spendEmailBudget(cloud);
  const admin = await new DashboardVisitor(cloud).signIn("Acme Fleet");
  const account = await idOn(admin, "/developers/account/test", /(acct_\w+)/);
  const invite = async (email: string) => {
    await must(admin, TEAM, "/developers/account/team/invite", { email, role: "admin" });
    return idOn(admin, TEAM, new RegExp(`${email}(?:(?!<tr).)*?team/(mbr_\\w+)/role`, "s"));
  };
  const email = freshEmail();
  await must(admin, TEAM, `/developers/account/team/${await invite(email)}/role`, { role: "viewer" });
  await cloud.command("add-admin", { account, email });
  await cloud.command("erase-person", { email });
  await must(admin, TEAM, `/developers/account/team/${await invite(freshEmail())}/remove`);
  const last = freshEmail();
  await spendEmailBudget(cloud);
  await invite(last);
  await mailTo(cloud, last);
}

async function profile(cloud: Cloud): Promise<void> {
  const admin = await new DashboardVisitor(cloud).signIn("Acme Fleet");
  for (const mode of ["test", "live"]) {
    const page = `/developers/account/${mode}/profile`;
    await see(admin, page);
    await must(admin, page, page, { legal_name: "Acme Fleet, Inc.", ein: "12-3456789" });
  }
}

async function contact(cloud: Cloud): Promise<void> {
  const admin = await new DashboardVisitor(cloud).signIn("Acme Fleet");
  const email = freshEmail();
  await must(admin, TEAM, "/developers/account/contact", { email });
  const link = contactLinkIn((await mailTo(cloud, email)).text);
  await must(admin, link, link);
}

async function stepUp(cloud: Cloud): Promise<void> {
  const admin = await new DashboardVisitor(cloud).signIn("Acme Fleet");
  const ask = () => must(admin, TEAM, "/developers/account/step-up");
  const opened = await admin.openLink(await dashboardLinkAfter(cloud, admin.email, ask));
  if (opened.status !== 303) throw new Error(`The link returned ${opened.status}`);
}

async function keys(admin: DashboardVisitor): Promise<void> {
  await must(admin, KEYS, `${KEYS}/create`, { name: "Server", access: "all" });
  const id = await idOn(admin, KEYS, /(key_\w+)\/rotate/);
  await must(admin, KEYS, `${KEYS}/${id}/rotate`, { overlap: "0" });
  await must(admin, KEYS, `${KEYS}/${await idOn(admin, KEYS, /(key_\w+)\/revoke/)}/revoke`);
}

async function playground(admin: DashboardVisitor, timeoutMs: number): Promise<void> {
  await must(admin, PLAYGROUND, `${PLAYGROUND}/driver`);
  const driver = await idOn(admin, PLAYGROUND, /(drv_\w+)/);
  await must(admin, PLAYGROUND, `${PLAYGROUND}/${driver}/connect`, { platform: "uber" });
  await must(admin, PLAYGROUND, `${PLAYGROUND}/${driver}/pay`, { amount: "5.00", method: "standard" });
  await must(admin, PLAYGROUND, `${PLAYGROUND}/${driver}/pay`, { amount: "5.00" });
  await must(admin, PLAYGROUND, `${PAYOUTS}/${await idOn(admin, PLAYGROUND, /(pay_\w+)\/refund/)}/refund`);
  for (const path of [PAYOUTS, DRIVERS]) await see(admin, path);
  await attempt(async () => {
    const paid = await must(admin, `${DRIVERS}/${driver}`, `${DRIVERS}/${driver}/pay`, {
      ...{ amount: "5.00", method: "standard" },
    });
    const page = String(paid.headers.location);
    await must(admin, page, `${page}/cancel`);
  });
  await idOn(admin, `${PLAYGROUND}/received`, /(signature verified)/, timeoutMs);
  const receiver = `${WEBHOOKS}/${await idOn(admin, WEBHOOKS, /(wh_\w+)/)}`;
  await must(admin, receiver, `${receiver}/status`, { status: "disabled" });
  // The next step enables the test receiver again.
  await must(admin, PLAYGROUND, `${PLAYGROUND}/driver`);
}

/** A payout that saved can be refunded after its driver was deleted. The next one is above the balance. */
async function refundAfterDeletion(admin: DashboardVisitor, cloud: Cloud): Promise<void> {
  await must(admin, PLAYGROUND, `${PLAYGROUND}/driver`);
  const driver = await idOn(admin, PLAYGROUND, /(drv_\w+)/);
  const key = keyIn(await must(admin, KEYS, `${KEYS}/create`, { name: "Deletion", access: "all" }));
  const account = await idOn(admin, "/developers/account/test", /(acct_\w+)/);
  const partner = new Partner(cloud, key, "", account);
  await partner.create(savingsPath(driver), {});
  await actAs(partner, driver, AGREE);
  await must(admin, PLAYGROUND, `${PLAYGROUND}/${driver}/pay`, { amount: "5.00" });
  const payout = await idOn(admin, PLAYGROUND, /(pay_\w+)\/refund/);
  await consoleJourney(admin, partner, driver, payout);
  const { status } = await partner.call(`/v1/drivers/${driver}`, { method: "DELETE" });
  if (status !== 200) throw new Error(`The deletion of a driver returned ${status}`);
  await admin.call(`${DRIVERS}/${driver}`);
  await must(admin, PLAYGROUND, `${PAYOUTS}/${payout}/refund`);
  await must(admin, PLAYGROUND, `${PLAYGROUND}/driver`);
  const other = await idOn(admin, PLAYGROUND, /(drv_\w+)/);
  await leaveOnly(partner, 100);
  const short = await admin.post(PLAYGROUND, `${PLAYGROUND}/${other}/pay`, { amount: "5.00" });
  if (short.status !== 409) throw new Error(`A payout above the balance returned ${short.status}`);
}

/** Each filter of the lists, each kind of page, and the timeline of each kind of object. */
async function consoleJourney(
  admin: DashboardVisitor,
  partner: Partner,
  driver: string,
  payout: string,
): Promise<void> {
  await partner.call(`/v1/drivers/${driver}`, { method: "PATCH", json: { ssn_last4: "4321" } });
  await partner.create(`/v1/test_helpers/tax/${driver}/1099_ready`, { year: 2025, gross_amount: 70_000 });
  for (const path of [
    ...["/developers/money/test", `${PAYOUTS}/${payout}`, `${DRIVERS}/${driver}`],
    ...[`${DRIVERS}?email=${freshEmail()}&external_id=none`, `${PAYOUTS}?status=pending`],
    `${PAYOUTS}?status=pending&driver=${driver}`,
  ])
    await see(admin, path);
  const { id: batch } = await partner.create("/v1/payments/batches", { payouts: [{}] });
  const entries = await partner.read(`/v1/balance_transactions?payout=${payout}`);
  const events = await partner.read("/v1/events?type=payment.completed");
  for (const id of [driver, payout, batch, entries.data[0].id, events.data[0].id])
    await see(admin, `/developers/home/test/timeline?id=${id}`);
  // Another company's signup is not found.
  await admin.call(`/developers/home/test/timeline?id=${sortableId("svc_sgn_", new Date())}`);
}

/** Asks, withdraws, is declined and is approved, with something to see of each step. */
async function goLive(admin: DashboardVisitor, cloud: Cloud): Promise<void> {
  const account = await idOn(admin, "/developers/account/test", /(acct_\w+)/);
  const partner_id = await idOn(admin, "/developers/account/test", /Partner ID.*?<code>([\w-]+)/s);
  await must(admin, KEYS, `${KEYS}/create`, { name: "Live", access: "all" });
  const ask = () => must(admin, GO_LIVE, "/developers/account/live-access", ANSWERS);
  await must(admin, WEBHOOKS, `${WEBHOOKS}/create`, { url: "http://localhost:9/live", which: "all" });
  await attempt(async () => {
    await must(admin, PLAYGROUND, `${PLAYGROUND}/driver`);
    const driver = await idOn(admin, PLAYGROUND, /(drv_\w+)/);
    const paid = await must(admin, `${DRIVERS}/${driver}`, `${DRIVERS}/${driver}/pay`, {
      ...{ amount: "5.00", method: "standard" },
    });
    await must(admin, String(paid.headers.location), `${paid.headers.location}/fail`);
  });
  await see(admin, GO_LIVE);
  await ask();
  await must(admin, GO_LIVE, "/developers/account/live-access/withdraw");
  await ask();
  for (const [command, input] of [
    ["list-live-requests", {}],
    ["review-live-request", { account }],
    ["show-partner", { partner_id }],
    ["decline-live-request", { account, words: "Add a second admin." }],
  ] as const)
    await cloud.command(command, input);
  await ask();
  await cloud.command("verify-account", { account });
  const own = await idOn(admin, WEBHOOKS, /localhost:9(?:(?!<tr).)*?(wh_\w+)/s);
  await must(admin, `${WEBHOOKS}/${own}`, `${WEBHOOKS}/${own}/delete`);
}

async function webhooks(admin: DashboardVisitor, timeoutMs: number): Promise<void> {
  await must(admin, WEBHOOKS, `${WEBHOOKS}/create`, { url: "http://localhost:9/hooks", which: "all" });
  const id = await idOn(admin, WEBHOOKS, /localhost:9(?:(?!<tr).)*?(wh_\w+)/s);
  const endpoint = `${WEBHOOKS}/${id}`;
  await must(admin, endpoint, `${endpoint}/ping`);
  const delivery = await idOn(admin, endpoint, /(dlv_\w+)/, timeoutMs);
  await see(admin, `${endpoint}/${delivery}`);
  await must(admin, endpoint, `${endpoint}/${delivery}/resend`);
  await must(admin, endpoint, `${endpoint}/replay`, { hours: "1" });
  const replaces = await idOn(admin, endpoint, /name="replaces" value="([^"]+)"/);
  await must(admin, endpoint, `${endpoint}/rotate`, { overlap: "1", replaces });
  await must(admin, endpoint, `${endpoint}/verify`, { body: "{}" });
  const event = await idOn(admin, `${WEBHOOKS}/events`, /(evt_\w+)/);
  await see(admin, `${WEBHOOKS}/events/${event}`);
  await must(admin, endpoint, `${endpoint}/delete`);
}
