import { expect, test } from "@jest/globals";
import type { Fields } from "../../shared/contract/operators/command.ts";
import { postForm } from "../support/cloud/browserless.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { linkIn, mailTo } from "../support/cloud/mailbox.ts";
import { opsWith } from "../support/cloud/ops.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";

const cloud = await sharedCloud();

const ops = (...args: string[]) => opsWith({}, ...args, "--url", cloud.url);
const rowsOf = (stdout: string) => JSON.parse(stdout).data as readonly Fields[];

test("a payout is shown with its fields, an event by its own id, and a key with its account", async () => {
  const partner = await newPartner(cloud);
  const { id: driver } = await partner.driver();
  const { id } = await partner.payout(driver, { amount: 12_500, method: "instant" });
  const owner = `completed, ${partner.accountId} (test)\n`;
  const shown = await ops("show", id);
  expect(shown.stdout.startsWith(`${id}, ${owner}`)).toBe(true);
  expect(shown.stdout).toMatch(new RegExp(` driver_id +${driver}\n[^:]* amount_cents +12500\n`));
  const { data } = await partner.read(`/v1/events?object_id=${id}`);
  expect((await ops("show", data[0].id)).stdout.startsWith(`${data[0].id} of ${id}, ${owner}`)).toBe(true);
  const key = (await ops("show", partner.keyId)).stdout;
  expect(key).toMatch(new RegExp(`^${partner.keyId}, ${partner.accountId}\n  key_id +.*\n  mode +test\n`));
  for (const unknown of ["pay_nope", `key_${"0".repeat(26)}`])
    expect((await ops("show", unknown)).stdout).toBe(`Nothing is stored with the ID ${unknown}\n`);
});

test("an account's endpoints, their deliveries and attempts are shown without secrets", async () => {
  const partner = await newPartner(cloud);
  const receiver = await Receiver.start();
  const { id } = await partner.create("/v1/webhooks", {
    url: `${receiver.url()}?token=geheim`,
    events: ["*"],
  });
  await partner.driver();
  const account = ["--account", partner.accountId, "--json"];
  await cloud.advance("0s");

  const list = await ops("list", "endpoints", ...account);
  expect(rowsOf(list.stdout)).toEqual([
    { id, mode: "test", status: "active", url: `${receiver.url()}?•••`, events: "*" },
  ]);
  const shown = await ops("show", id, ...account);
  expect(JSON.parse(shown.stdout).data).toMatchObject({ id, status: "active" });
  const [delivery] = rowsOf((await ops("list", "deliveries", "--endpoint", id, ...account)).stdout);
  expect(delivery).toMatchObject({ event_type: "driver.created", status: "delivered", attempts: 1 });
  const printed = await ops("show", String(delivery?.id), ...account);
  expect(printed.stdout).toContain("driver.created delivered: 204 in ");
  for (const { stdout } of [list, shown, printed]) expect(stdout).not.toMatch(/geheim|whsec_/);

  const failed = await ops("list", "deliveries", "--endpoint", id, "--status", "failed", ...account);
  expect(rowsOf(failed.stdout)).toEqual([]);
});

test("a disabled endpoint gets no deliveries, and its account can activate it again", async () => {
  const partner = await newPartner(cloud);
  const receiver = await Receiver.start();
  const { id } = await partner.create("/v1/webhooks", { url: receiver.url(), events: ["*"] });
  const disable = ["endpoints", "disable", id, "--account", partner.accountId, "--reason", "Ticket 50"];
  expect(await ops(...disable)).toMatchObject({
    code: 2,
    stdout: expect.stringContaining(`${id} (test, http`),
  });
  expect(await ops(...disable, "--yes")).toMatchObject({ code: 0, stdout: `${id} is disabled\n` });
  expect(await ops(...disable, "--yes")).toMatchObject({ stdout: `${id} is disabled already\n` });
  expect(await partner.read(`/v1/webhooks/${id}`)).toMatchObject({
    status: "disabled",
    disabled_reason: "operator",
  });
  await partner.driver();
  await cloud.advance("0s");
  expect(receiver.received).toHaveLength(0);
  const activated = await partner.call(`/v1/webhooks/${id}`, { method: "PATCH", json: { status: "active" } });
  expect(activated.json).toMatchObject({ status: "active", disabled_reason: null });
});

test("a driver is shown with masked personal data, and whole with --reveal and a reason", async () => {
  const partner = await newPartner(cloud);
  const email = freshEmail();
  const { id } = await partner.create("/v1/drivers", {
    email,
    first_name: "Quirina",
    last_name: "Ng",
    phone: "+14155552671",
    ssn_last4: "6789",
  });
  await partner.payout(id, { method: "instant" });
  const show = ["show", id, "--account", partner.accountId];
  const masked = await ops(...show);
  expect(masked.stdout).toMatch(/email +p•••@e•••\.com\n +name +Q••• N•••\n +phone +•••71\n/);
  expect(masked.stdout).toMatch(/payouts_completed +1\n/);
  expect(masked.stdout).not.toMatch(/Quirina|(?<![\w-])6789(?![\w-])|4155552671/);
  const whole = await ops(...show, "--reveal", "--reason", "Ticket 51");
  expect(whole.stdout).toContain(email);
  expect(whole.stdout).not.toMatch(/(?<![\w-])6789(?![\w-])/);
});

/** A driver with a payout, and the arguments that erase them. */
async function erasableDriver() {
  const partner = await newPartner(cloud);
  const quirina = { email: freshEmail(), first_name: "Quirina", last_name: "Ng", ssn_last4: "6789" };
  const { id } = await partner.create("/v1/drivers", quirina);
  await partner.payout(id, { method: "instant" });
  const erase = ["drivers", "erase", id, "--account", partner.accountId, "--reason", "Ticket 52"];
  return { partner, id, erase };
}
const erasable = await erasableDriver();

test("the preview of an erasure says what would go, and erases nothing", async () => {
  const { partner, id, erase } = erasable;
  const stdout = `${id} (test, completed payouts: 1, bank accounts: 0) would be erased, and its account gets the event driver.updated\n`;
  expect(await ops(...erase)).toMatchObject({ code: 2, stdout });
  expect(await ops(...erase, "--dry-run")).toMatchObject({ code: 0, stdout });
  expect((await partner.get(`/v1/drivers/${id}`)).status).toBe(200);
});

test("an erased driver is gone, the receipt says what stays and why, and a second erasure says the same", async () => {
  const { partner, id, erase } = erasable;
  const erased = await ops(...erase, "--yes", "--json");
  const { message, data } = JSON.parse(erased.stdout);
  const lines = data.map(({ result, what }: Fields) => `${result} ${what}`);
  const kept = "1099-NEC,payouts,files of a bank,stored replies,events,audit record,backups".split(",");
  expect([message, ...lines, data[2].why]).toEqual([
    expect.stringMatching(`^Receipt of \\d{4}-.*Z for ${id}$`),
    ...[id, "mileage"].map((what) => expect.stringMatching(`^erased .*${what}`)),
    ...kept.map((what) => expect.stringMatching(`^kept .*${what}`)),
    expect.stringMatching(/^tax law requires them until 20\d\d-\d\d-\d\d;/),
  ]);
  const { status } = await partner.get(`/v1/drivers/${id}`);
  expect([status, (await partner.read(`/v1/payments?driver_id=${id}`)).total_count]).toEqual([404, 1]);
  const again = await ops(...erase, "--yes");
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining(`${id} was erased before\n`) });
  const audit = await ops("list", "audit", "--since", "1h", "--command", "erase-account-driver");
  expect(audit.stdout).toContain(id);
  for (const text of [erased.stdout, audit.stdout, cloud.logs()])
    expect(text).not.toMatch(/Quirina|(?<![\w-])6789(?![\w-])/);
});

test("a signup's emails are in its timeline, and that its mailbox gets no more is in the signup", async () => {
  const email = freshEmail();
  const { signup_id } = (await cloud.post("/api/agent/signups", { email }, { from: freshAddress() })).json;
  const link = linkIn(await mailTo(cloud, email));
  await cloud.advance("0s");
  expect((await ops("show", signup_id)).stdout).toMatch(/ email +Confirmation email asked for: sent /);
  await postForm(cloud, `${link}/not-me`);
  expect((await ops("show", signup_id)).stdout).toContain("The owner said that it was not them");
  expect((await ops("show", signup_id)).stdout).toMatch(/suppressed +true/);
});
