import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { isRepeatable, type Operation } from "../../shared/contract/operation.ts";
import { platformApi } from "../../shared/contract/platform-api.ts";
import type { ApiKey } from "../../shared/domain/account/api-key.ts";
import { newPing } from "../../shared/domain/event/event.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { newBatch } from "../../shared/domain/payout/payout-batch.ts";
import { settlePayout } from "../../shared/domain/payout/payout.ts";
import { emailLanes } from "../../shared/domain/share/lane.ts";
import { deliveryId, newDelivery } from "../../shared/domain/webhook/delivery.ts";
import { dueBatches, dueShardOf, keys } from "../../shared/store/keys/keys.ts";
import { idOf } from "../infra/stack/template.ts";
import { missingFrom, postForm } from "../support/cloud/browserless.ts";
import { freshAddress, freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { linkIn, mailsTo, mailTo } from "../support/cloud/mailbox.ts";
import { call } from "../support/cloud/mcp.ts";
import { accountOf, DashboardVisitor, keyIn } from "../support/dashboard/dashboard.ts";
import { type Part, pageOf } from "../support/page.ts";
import { enforce, FUND, leaveOnly } from "../support/partner/balance.ts";
import { livePartner, paid, table } from "../support/partner/driver-figures.ts";
import { fresh } from "../support/partner/keyed-request.ts";
import { hourAgo, newCompany, newPartner, Partner } from "../support/partner/platform.ts";
import {
  AGREE,
  act,
  actAs,
  CHOICE,
  confirmedPerson,
  liveCompany,
  savers,
  savingsMailAfter,
  savingsPath,
} from "../support/partner/savings.ts";
import { Receiver } from "../support/partner/receiver.ts";
import { newSignup, SIGNUPS } from "../support/partner/signup.ts";

// Its lanes are full, and its table has items that no request writes.
const cloud = await startCloud();
const put = (item: object) => cloud.putItem(table, marshall(item, { removeUndefinedValues: true }));
const ofCompany = async () => newPartner(cloud, { account: await newCompany(cloud) });
const command = async (name: string, input: object) =>
  expect([name, await cloud.command(name, input, { reason: "A journey of rare states" })]).toMatchObject([
    name,
    { ok: true },
  ]);

const [TEAM, KEYS] = ["/developers/account/test/team", "/developers/keys/test"];
const invite = (admin: DashboardVisitor, email: string) =>
  admin.post(TEAM, "/developers/account/team/invite", { email, role: "viewer" });
const signIn = () => new DashboardVisitor(cloud).signIn("Acme Fleet");

/** An admin, and the program of the same account. */
async function program() {
  const admin = await signIn();
  const key = keyIn(await admin.post(KEYS, `${KEYS}/create`, { name: "Server", access: "all" }));
  return { admin, partner: new Partner(cloud, key, "", await accountOf(admin)) };
}

const PREFIXES: Json = { payments: "pay_", webhooks: "wh_", deliveries: "dlv_" };

test("a request about an unknown object is refused, with an idempotency key too", async () => {
  const partner = await newPartner(cloud);
  for (const { name, method, path, bodyExample, ...op } of platformApi as readonly Operation[]) {
    if (!isRepeatable({ method, ...op })) continue;
    const unknown = path.replace(/(\w+)\/\{\w+\}/g, (_, of: string) =>
      of === "connections" ? "connections/uber" : `${of}/${PREFIXES[of] ?? "drv_"}${"0".repeat(26)}`,
    );
    const { idempotency_key: _, ...body } = bodyExample ?? {};
    const json = bodyExample && { ...body, ...("since" in body && { since: hourAgo() }) };
    const { status } = await partner.call(unknown, { method, ...(json && { json }), headers: fresh() });
    if (path.includes("{")) expect([name, status]).toEqual([name, 404]);
  }
  const wire = { amount: 1_000, reference: freshEmail() };
  const [first, again] = [await partner.post(FUND, wire, fresh()), await partner.post(FUND, wire, fresh())];
  expect(again.json.id).toBe(first.json.id);
  const person = { email: freshEmail(), first_name: "Bo", last_name: "Lee", external_id: "crew-1" };
  const statuses = [];
  for (let i = 0; i < 2; i++) statuses.push((await partner.post("/v1/drivers", person, fresh())).status);
  expect(statuses).toEqual([201, 409]);
  const live = await livePartner(cloud);
  expect((await live.post(FUND, wire, fresh())).status).toBe(404);
});

test("payouts that saved come back, also to drivers who were deleted", async () => {
  const partner = await ofCompany();
  const [saver = "", returned = ""] = await savers(partner, 2, 2);
  const { id } = await partner.payout(saver);
  const { data } = await partner.read(`/v1/contributions?payout=${id}`);
  expect((await partner.read(`/v1/contributions?starting_after=${data[0].id}`)).data).toEqual([]);
  const kept = await partner.payout(saver);
  await partner.bankAccount(returned, "0009");
  const back = await partner.payout(returned, { method: "standard" });
  const gone = await partner.driver({ ssn_last4: "4321" });
  await partner.bankAccount(gone.id, "0009");
  const lost = await partner.payout(gone.id, { amount: 300_000 });
  for (const driver of [saver, gone.id])
    expect((await partner.call(`/v1/drivers/${driver}`, { method: "DELETE" })).status).toBe(200);
  await partner.create(`/v1/test_helpers/payments/${id}/refund`, undefined);
  await cloud.advance("6d");
  const statusOf = async (payout: Json) => (await partner.read(`/v1/payments/${payout.id}`)).status;
  expect([await statusOf(back), await statusOf(lost)]).toEqual(["refunded", "refunded"]);
  expect((await partner.read(`/v1/contributions?payout=${kept.id}`)).data[0].status).toBe("settled");
});

test("forms name the company that has no legal name, and a driver's deletion issues one", async () => {
  const partner = await ofCompany();
  const [driver, gone] = [await partner.driver({ ssn_last4: "4321" }), await partner.driver()];
  for (const { id } of [driver, gone]) await paid(partner, id, { paid_2025: 70_000 });
  await partner.call("/v1/account", { method: "PATCH", json: { ein: "12-3456789" } });
  const { id, pdf_url } = await partner.read(`/v1/tax/${driver.id}/1099?year=2025`);
  expect((await cloud.call(new URL(pdf_url).pathname)).status).toBe(200);
  expect((await partner.call(`/v1/drivers/${gone.id}`, { method: "DELETE" })).status).toBe(200);
  const { data } = await partner.read("/v1/tax/documents?year=2025");
  const older = await partner.read(
    `/v1/tax/documents?year=2025&driver_id=${driver.id}&starting_after=${data[0].id}`,
  );
  expect([data.length, older.data.map((form: Json) => form.id)]).toEqual([2, [id]]);
  const consent = { platform: "uber", redirect_url: "https://app.example.com/back" };
  const { state } = await partner.create(`/v1/earnings/${driver.id}/connect`, consent);
  expect((await postForm(cloud, `/connect/${state}`, { decision: "allow" })).status).toBe(303);
});

test("an assistant reads the receipt that a person shared with an approved company", async () => {
  const partner_id = await newCompany(cloud);
  await command("approve-partner", { partner_id });
  const { signup_id, email } = await newSignup(cloud, { partner_id });
  await postForm(cloud, linkIn(await mailTo(cloud, email)), { consent: "yes", share: "yes" });
  const { structuredContent } = await call(cloud, "get_signup_status", { signup_id });
  expect(structuredContent.receipt).toEqual(expect.any(String));
});

test("emails for which there is no room leave within an hour, each in its lane", async () => {
  const admin = await signIn();
  const { live, accept } = await liveCompany(cloud);
  await accept();
  const saver = await confirmedPerson(cloud);
  const { id } = await live.driver({ email: saver.email });
  await cloud.advance("0s");
  const full_at = (await cloud.now()) + 3_600_000 + 600_000;
  for (const lane of emailLanes) await put({ ...keys.lane(lane), full_at });
  const [signer, registrant, invited] = [freshEmail(), new DashboardVisitor(cloud), freshEmail()];
  await cloud.post(SIGNUPS, { email: signer, partner_id: await newCompany(cloud) }, { from: freshAddress() });
  const register = { company: freshEmail(), email: registrant.email };
  const { headers } = await registrant.post("/developers", "/developers/sign-in/register", register);
  expect(headers.location).toBe("/developers/sign-in/sent?new&waits");
  await invite(admin, invited);
  await live.create(savingsPath(id), {});
  await cloud.advance("0s");
  expect(await mailsTo(cloud, signer)).toEqual([]);
  const { link } = await savingsMailAfter(cloud, saver.email, () => cloud.advance("61m"));
  for (const to of [signer, registrant.email, invited]) expect((await mailTo(cloud, to)).to).toContain(to);
  expect((await act(cloud, link, "agree", CHOICE)).status).toBe(303);
  await cloud.advance("0s");
  const before = (await mailsTo(cloud, saver.email)).length;
  expect((await live.call(`/v1/drivers/${id}`, { method: "DELETE" })).status).toBe(200);
  await cloud.advance("1m");
  expect(await mailsTo(cloud, saver.email)).toHaveLength(before + 1);
});

test("what the relay cannot handle is in its dead letters, unchanged", async () => {
  const entry = { pk: `OUTBOX#${freshEmail()}`, sk: "OUTBOX", kind: "nonsense" };
  const owner = { account_id: freshEmail(), mode: "test" } as const;
  const event = { ...keys.event(owner, "evt_nonsense"), type: "ping", body: "nonsense" };
  for (const item of [entry, event]) await put(item);
  await cloud.advance("0s");
  const letters = (await cloud.queue(idOf("RelayDeadLetters"))).map(({ dynamodb }) => dynamodb.NewImage);
  expect(letters).toHaveLength(2);
  for (const item of [entry, event]) expect(letters).toContainEqual(marshall(item));
});

test("a sandbox key without a company makes a batch and hears of it, within what such keys may do together", async () => {
  const from = freshAddress();
  const { key, driver_id } = (await cloud.post("/api/agent/sandbox_keys", {}, { from })).json;
  const partner = new Partner(cloud, key, "", "");
  const payouts = [{ driver_id, amount: 500, currency: "usd" }];
  const app = await Receiver.start();
  await partner.create("/v1/webhooks", { url: app.url(), events: ["payment.completed"] });
  const batch = (await partner.post("/v1/payments/batches", { payouts }, fresh())).json;
  await cloud.advance("0s");
  expect(await partner.read(`/v1/payments/batches/${batch.id}`)).toMatchObject({ counts: { created: 1 } });
  await cloud.advance("1m");
  expect(app.received.map(({ json }) => json.type)).toEqual(["payment.completed"]);
});

test("operators correct what a deleted driver holds, and no more than there is", async () => {
  const account = freshEmail();
  const partner = await newPartner(cloud, { account });
  const [driver, formed] = [await partner.driver(), await partner.driver()];
  await partner.payout(driver.id);
  const newest = async () => (await partner.read("/v1/balance_transactions?limit=1")).data[0].id;
  const move = { account, from: `driver:${driver.id}`, to: "funds", amount: "10" };
  await command("correct-balance", { ...move, transaction_id: await newest() });
  await paid(partner, formed.id, { paid_2025: 300_000 });
  for (const { id: driver_id } of [driver, formed])
    await command("erase-account-driver", { account, driver_id });
  const swapped = { ...move, from: move.to, to: move.from };
  await command("correct-balance", { ...swapped, transaction_id: await newest() });
  await enforce(partner, true);
  const { id: transaction_id } = await partner.create(FUND, { amount: 1 });
  const far = { account, transaction_id, from: "funds", to: "outside", outside: true, amount: "99999999999" };
  const refused = await cloud.command("correct-balance", far, { reason: "A journey of rare states" });
  expect(refused.ok).toBe(false);
});

test("operators find by an account's name", async () => {
  const account = freshEmail();
  const partner = await newPartner(cloud, { account });
  const hook = { url: "http://localhost:9/x", events: ["*"] };
  const { id: endpoint_id } = await partner.create("/v1/webhooks", hook);
  await command("disable-endpoint", { account, endpoint_id });
  const { id: batch } = (await partner.post("/v1/payments/batches", { payouts: [{}] }, fresh())).json;
  for (const shown of [batch, account]) await command("show", { id: shown });
  const { headers } = await partner.post("/v1/payments/payout", {});
  await command("show", { id: headers["x-request-id"], account });
  await newPartner(cloud, { account });
  await command("list", { noun: "signups" });
  await command("list", { noun: "keys", account });
  await command("redrive-relay", { since: new Date((await cloud.now()) - 600_000).toISOString() });
});

test("an operator makes a viewer an admin, and an erased person is no member", async () => {
  const [admin, email] = [await signIn(), freshEmail()];
  await invite(admin, email);
  await command("add-admin", { account: await accountOf(admin), email });
  await command("show", { id: email });
  expect((await admin.call(TEAM)).text).toContain(email);
  await command("erase-person", { person: email });
  expect((await admin.call(TEAM)).text).not.toContain(email);
});

test("the dashboard pays a driver who saves, refunds after the deletion, and refuses what the balance lacks", async () => {
  const drivers = "/developers/drivers/test";
  const { admin, partner } = await program();
  const { id } = await partner.driver({ external_id: "crew-7", ssn_last4: "4321" });
  await partner.create(savingsPath(id), {});
  await actAs(partner, id, AGREE);
  const pay = (driver: string) =>
    admin.post(drivers, `${drivers}/${driver}/pay`, { amount: "5.00", method: "instant" });
  const page = String((await pay(id)).headers.location);
  await partner.create(`/v1/test_helpers/tax/${id}/1099_ready`, { year: 2025, gross_amount: 70_000 });
  const { id: batch } = (await partner.post("/v1/payments/batches", { payouts: [{}] }, fresh())).json;
  for (const path of [
    `${drivers}/${id}`,
    `${drivers}?email=a@b.co&external_id=crew-7`,
    `/developers/home/test/timeline?id=${batch}`,
  ])
    expect([path, (await admin.call(path)).status]).toEqual([path, 200]);
  await partner.call(`/v1/drivers/${id}`, { method: "DELETE" });
  await admin.call(`${drivers}/${id}`);
  expect((await admin.post(page, `${page}/refund`)).status).toBe(303);
  const other = await partner.driver();
  await leaveOnly(partner, 100);
  expect((await pay(other.id)).status).toBe(409);
});

test("Home says what is to do, and the hours of its charts are summed once they have ended", async () => {
  const { admin, partner } = await program();
  const { id } = await partner.driver();
  await partner.payout(id, { method: "instant" });
  await partner.create("/v1/payments/batches", { payouts: [{}] });
  const { id: late } = await partner.payout(id, { method: "standard" });
  await partner.create(`/v1/test_helpers/payments/${late}/fail`, {});
  await cloud.advance("2h");
  const home = async () => pageOf(await admin.call("/developers/home/test"));
  const [first, second] = [await home(), await home()];
  const todo = ["1 payout failed", "1 payout of a batch rejected", "would miss your address"];
  expect(missingFrom(first.text, ...todo)).toEqual([]);
  const hours = (page: Part) => page.elements("fieldset label").map(({ text }) => text);
  expect(hours(first)).toContainEqual(expect.stringMatching(/ [1-9] succeeded/));
  expect(hours(second)).toEqual(hours(first));
});

// The last, as such items keep the sweeper busy.
test("the sweeper finds a late delivery, a payout that is due and a batch whose messages were lost", async () => {
  const owner = { account_id: "acct_deleted", mode: "test" } as const;
  const due = new Date((await cloud.now()) - 3_600_000);
  const endpoint = { id: "wh_deleted", ...owner };
  const event = { id: newPing(endpoint.id, false, due).id, type: "driver.created" } as const;
  const delivery = newDelivery(await deliveryId(event.id, endpoint.id), event, endpoint, due);
  const due_at = due.toISOString();
  await put({
    ...keys.delivery(endpoint, endpoint.id, delivery.id),
    ...delivery,
    by_due: dueShardOf(delivery.id),
    due_at,
  });
  const request = { driver_id: "drv_deleted", amount: 100, currency: "usd", method: "standard" } as const;
  const payout = settlePayout(createPayout(request, undefined, due), "cancel", due);
  // Due so long after its creation that only the sweeper sends its hint.
  const soon = { due_at: new Date((await cloud.now()) + 90_000).toISOString() };
  const place = { by_due: dueShardOf(payout.id, "payment"), ...soon, entries: [] };
  await put({ ...keys.payment(owner, payout.id), ...payout, ...place });
  const batch = { ...newBatch(1, { key_id: "key_deleted" } as ApiKey, undefined, due), page: 1 };
  await put({ ...keys.batchPage(owner, batch.id, 0), payouts: "[{}]" });
  await put({ ...keys.batch(owner, batch.id), ...batch, by_due: dueBatches });
  await cloud.advance("2m");
  for (const said of [/"late":[1-9]/, /"payouts":[1-9]/, /"page 0, 0 faults"/])
    expect([said, said.test(cloud.logs())]).toEqual([said, true]);
});
