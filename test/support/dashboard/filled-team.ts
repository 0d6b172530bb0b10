import { eventually } from "../../../infra/local/test/support/eventually.ts";
import { type Cloud, freshEmail } from "../cloud/cloud.ts";
import { mailTo } from "../cloud/mailbox.ts";
import { pageOf } from "../page.ts";
import { Partner } from "../partner/platform.ts";
import { Receiver } from "../partner/receiver.ts";
import { addDriver, connectFromPage, contactLinkIn, DashboardVisitor, keyIn } from "./dashboard.ts";
import { BANK_ACCOUNT } from "./forms.ts";
import type { Ids } from "./routes.ts";
import { SoftPasskey } from "./soft-passkey.ts";
import type { Team } from "./team.ts";

const ACCOUNT = "/developers/account/test";

/** The first id of a kind on a page, once it has such. */
const find = (visitor: DashboardVisitor, path: string, kind: string): Promise<string> =>
  eventually(async () => {
    const reply = await visitor.call(path);
    if (reply.status !== 200) throw new Error(`${path} is ${reply.status}`);
    return pageOf(reply).ids(kind)[0];
  });

/** A program with a key that the member makes. */
async function programOf(cloud: Cloud, by: DashboardVisitor): Promise<Partner> {
  const keys = "/developers/keys/test";
  const page = await by.post(keys, `${keys}/create`, { name: "Agent", access: "all" });
  return new Partner(cloud, keyIn(page), "", "");
}

const payoutOf = (driver_id: string, amount: number) => ({ driver_id, amount, currency: "usd" });

export async function propose(cloud: Cloud, by: DashboardVisitor, driver: string): Promise<string> {
  const program = await programOf(cloud, by);
  const payouts = [payoutOf(driver, 777)];
  return (await program.create("/v1/payments/proposals", { payouts, reason: "Week 47" })).id;
}

/** A batch with a payout that is made, and one that is rejected. */
async function payBatch(cloud: Cloud, by: DashboardVisitor, driver: string): Promise<string> {
  const program = await programOf(cloud, by);
  const payouts = [payoutOf(driver, 100), payoutOf(driver, 1)];
  const { id } = await program.create("/v1/payments/batches", { payouts });
  await eventually(async () => {
    const { status } = await program.read(`/v1/payments/batches/${id}`);
    return status === "completed";
  });
  return id;
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
  const endpoints = "/developers/webhooks/test";
  const url = (await Receiver.start()).url("/hooks");
  await admin.post(endpoints, `${endpoints}/create`, { url, which: "all" });
  const endpoint = await find(admin, endpoints, "wh");
  await addDriver(admin);
  const driver = await find(admin, "/developers/drivers/test", "drv");
  const page = `/developers/drivers/test/${driver}`;
  await admin.post(page, `${page}/accounts`, BANK_ACCOUNT);
  await connectFromPage(admin, driver, "uber");
  await admin.post(page, `${page}/pay`, { amount: "7.77" });
  for (const visitor of [admin, developer, approver, viewer])
    for (const name of ["Phone", "Laptop"]) await new SoftPasskey(cloud.url).addTo(visitor, name);
  const newContact = freshEmail();
  await admin.post(ACCOUNT, "/developers/account/contact", { email: newContact });
  const link = contactLinkIn((await mailTo(cloud, newContact)).text);
  const [login = "", proof = ""] = link.split("/").slice(-2);
  const ids = {
    login,
    proof,
    driver,
    account: await find(admin, page, "ba"),
    proposal: await propose(cloud, admin, driver),
    payout: await find(admin, "/developers/payouts/test", "pay"),
    batch: await payBatch(cloud, admin, driver),
    endpoint,
    testKey: await find(admin, "/developers/keys/test", "key"),
    liveKey: await find(admin, "/developers/keys/live", "key"),
    session: await find(admin, "/developers/account/test", "ses"),
    passkey: await find(admin, ACCOUNT, "psk"),
    member: await find(admin, "/developers/account/test/team", "mbr"),
    delivery: await find(admin, `/developers/webhooks/test/${endpoint}`, "dlv"),
    request: await find(admin, "/developers/home/test/requests", "made"),
    event: await find(admin, "/developers/webhooks/test/events", "evt"),
  };
  return ids;
}
