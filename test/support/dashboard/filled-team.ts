import { eventually } from "../../../infra/local/test/support/eventually.ts";
import { type Cloud, freshEmail } from "../cloud/cloud.ts";
import { mailTo } from "../cloud/mailbox.ts";
import { Partner } from "../partner/platform.ts";
import { contactLinkIn, DashboardVisitor, keyIn } from "./dashboard.ts";
import { HOME, type Ids } from "./routes.ts";
import { SoftPasskey } from "./soft-passkey.ts";
import type { Team } from "./team.ts";

const ACCOUNT = "/developers/account/test";

const find = (visitor: DashboardVisitor, path: string, pattern: RegExp): Promise<string> =>
  eventually(async () => {
    const { status, text } = await visitor.call(path);
    if (status !== 200) throw new Error(`${path} is ${status}`);
    return pattern.exec(text)?.[1];
  });

/** A proposal of a key that the member makes. */
export async function propose(cloud: Cloud, by: DashboardVisitor, driver: string): Promise<string> {
  const keys = "/developers/keys/test";
  const made = await by.post(keys, `${keys}/create`, { name: "Agent", access: "all" });
  const payouts = [{ driver_id: driver, amount: 777, currency: "usd" }];
  const agent = new Partner(cloud, keyIn(made), "", "");
  return (await agent.create("/v1/payments/proposals", { payouts, reason: "Week 47" })).id;
}

/** Gives a team's account an object of each kind, and each member a second session. */
export async function fillTeam(cloud: Cloud, { admin, developer, approver, viewer }: Team): Promise<Ids> {
  for (const { email } of [developer, approver, viewer]) await new DashboardVisitor(cloud, email).signIn();
  await new DashboardVisitor(cloud, admin.email).signIn();
  for (const mode of ["test", "live"])
    await admin.post(`/developers/keys/${mode}`, `/developers/keys/${mode}/create`, {
      name: "Theirs",
      access: "all",
    });
  const playground = "/developers/playground/test";
  await admin.post(playground, `${playground}/driver`);
  const driver = await find(admin, playground, /(drv_\w+)/);
  await admin.post(playground, `${playground}/${driver}/pay`, { amount: "7.77" });
  for (const visitor of [admin, developer, approver, viewer])
    for (const name of ["Phone", "Laptop"]) await new SoftPasskey(cloud.url).addTo(visitor, name);
  const newContact = freshEmail();
  await admin.post(ACCOUNT, "/developers/account/contact", { email: newContact });
  const link = contactLinkIn((await mailTo(cloud, newContact)).text);
  const [login = "", proof = ""] = link.split("/").slice(-2);
  const endpoint = await find(admin, "/developers/webhooks/test", /webhooks\/test\/(wh_\w+)/);
  const found = {
    login,
    proof,
    driver,
    proposal: await propose(cloud, admin, driver),
    endpoint,
    testKey: await find(admin, "/developers/keys/test", /(key_\w+)\/revoke/),
    liveKey: await find(admin, "/developers/keys/live", /(key_\w+)\/revoke/),
    session: await find(admin, "/developers/account/test", /sessions\/(ses_\w+)\/end/),
    passkey: await find(admin, ACCOUNT, /passkeys\/(psk_\w+)\/remove/),
    member: await find(admin, "/developers/account/test/team", /team\/(mbr_\w+)\/role/),
    payout: await find(admin, playground, /(pay_\w+)/),
    delivery: await find(admin, `/developers/webhooks/test/${endpoint}`, /(dlv_\w+)/),
    event: await find(admin, "/developers/webhooks/test/events", /(evt_\w+)/),
  };
  const url = "http://localhost:9/hooks";
  await admin.post(HOME, "/developers/webhooks/test/create", { url, which: "all" });
  return found;
}
