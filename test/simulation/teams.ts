import type { Reply } from "../../infra/local/test/support/http.ts";
import { DashboardVisitor, hiddenIn, keyIn } from "../support/dashboard/dashboard.ts";
import { freshEmail } from "../support/cloud/cloud.ts";
import { Partner } from "../support/partner/platform.ts";
import { listAll, untilItWorks } from "./book.ts";
import type { SimulatedCloud } from "./cloud.ts";
import { endOf, type Knobs } from "./knobs.ts";
import { PROPOSALS } from "./companies.ts";
import { SILENT } from "./strangers.ts";
import { must } from "./violation.ts";

const KEYS = "/developers/keys/test";
const TEAM = "/developers/account/test/team";
const DRIVERS = "/developers/drivers/test";
const PROPOSED = "/developers/proposals/test";

/** People give up when a page fails for half an hour, or when their session is too old. Programs do not. */
export const team = (cloud: SimulatedCloud, knobs: Knobs): Promise<void> =>
  people(cloud, knobs).catch((error: Error) => {
    if (error.name === "Violation" || cloud.isCalm) throw error;
  });

/** People of a company in browsers: an admin pays by a form that is sent twice, and removes a member. */
async function people(cloud: SimulatedCloud, knobs: Knobs): Promise<void> {
  const { world } = cloud;
  await world.sleep(world.between(0, (endOf(knobs) - world.now) / 2));
  const admin = await untilItWorks(cloud, () => new DashboardVisitor(cloud).signIn("Team Fleet"));
  const accept = async (page: string, action: string, fields: Record<string, string> = {}) => {
    const reply = await admin.post(page, action, fields);
    if (reply.status >= 400 || /sign-in/.test(reply.headers.location ?? "")) throw new Error(reply.text);
    return reply;
  };
  const key = await untilItWorks(cloud, async () => {
    const shown = keyIn(await accept(KEYS, `${KEYS}/create`, { name: "Server", access: "all" }));
    return shown || Promise.reject(new Error("No key"));
  });
  const invited = { email: SILENT, role: "viewer" };
  await untilItWorks(cloud, () => accept(TEAM, "/developers/account/team/invite", invited));
  const partner = new Partner(cloud, key, "", "");
  await paidByForm(cloud, admin, partner);
  await untilItWorks(cloud, () => accept(TEAM, `${TEAM.replace("/test", "")}/approvals`, { approvals: "2" }));
  for (let left = 3; left > 0; left--) await approvedByTwo(cloud, admin, partner);
  await removed(cloud, admin, accept);
}

/** Two posts of one form are one payout. */
async function paidByForm(cloud: SimulatedCloud, admin: DashboardVisitor, partner: Partner): Promise<void> {
  const { id } = await untilItWorks(cloud, () => partner.driver());
  const page = `${DRIVERS}/${id}`;
  const open = await untilItWorks(cloud, async () => {
    const reply = await admin.call(page);
    return reply.status === 200 ? reply : Promise.reject(new Error(reply.text));
  });
  const fields = { ...hiddenIn(open), amount: "$12.34", method: "instant" };
  const post = () => admin.submit(`${page}/pay`, fields).catch(() => undefined);
  const replies: (Reply | undefined)[] = await Promise.all([post(), post()]);
  replies.push(await post());
  const payouts = await untilItWorks(cloud, () => listAll(partner, "/v1/payments"));
  const isTaken = replies.some((reply) => reply?.status === 303 && /pay_/.test(reply.headers.location ?? ""));
  must(
    payouts.length === 1 || (payouts.length === 0 && !isTaken),
    "one payout an intention",
    () => `one form made ${payouts.length} payouts`,
    ...payouts.map((payout) => payout.id),
  );
}

/** An account that asks for two approvals: two at once, and then one while a member declines. */
async function approvedByTwo(
  cloud: SimulatedCloud,
  admin: DashboardVisitor,
  partner: Partner,
): Promise<void> {
  const { id: driver_id } = await untilItWorks(cloud, () => partner.driver());
  const payouts = [{ driver_id, amount: 1_234, currency: "usd" }];
  const expires_at = new Date(cloud.world.now + 1_200_000).toISOString();
  const proposed = { payouts, reason: "The week", expires_at };
  const { id } = await untilItWorks(cloud, () => partner.create(PROPOSALS, proposed));
  const read = () => untilItWorks(cloud, () => partner.read(`${PROPOSALS}/${id}`));
  const approve = () =>
    partner.post(`/v1/test_helpers/proposals/${id}/approve`, undefined).catch(() => undefined);
  const decline = () => admin.post(`${PROPOSED}/${id}`, `${PROPOSED}/${id}/decline`).catch(() => undefined);
  for (const decided of [[approve(), approve()], [approve(), decline()], [approve()]]) {
    await Promise.all(decided);
    const { status, receipts } = await read();
    must(
      receipts.length <= 2 && (status === "approved") === (receipts.length === 2),
      "a proposal has one end",
      () => `${id} is ${status} with ${receipts.length} approvals`,
      id,
    );
  }
  const { status } = await read();
  await cloud.world.sleep(60_000);
  const ofDriver = await untilItWorks(cloud, () => listAll(partner, `/v1/payments?driver_id=${driver_id}`));
  must(
    ofDriver.length <= (status === "approved" ? 1 : 0),
    "only an approved proposal pays, as its text says",
    () => `${id} is ${status}, and paid ${ofDriver.length} times`,
    id,
  );
  cloud.exercised.count(`proposals ${status} by two`);
}

type Accept = (page: string, action: string, fields?: Record<string, string>) => Promise<Reply>;

/** What a member does after the admin's page said that they are removed has no effect. */
async function removed(cloud: SimulatedCloud, admin: DashboardVisitor, accept: Accept): Promise<void> {
  const email = freshEmail();
  await untilItWorks(cloud, () => accept(TEAM, "/developers/account/team/invite", { email, role: "admin" }));
  const member = await untilItWorks(cloud, () => new DashboardVisitor(cloud, email).signIn());
  const form = await untilItWorks(cloud, () => member.call(KEYS));
  const shown = async () => {
    const { status, text } = await admin.call(TEAM);
    return status === 200 ? text : Promise.reject(new Error(text));
  };
  const id = await untilItWorks(cloud, async () => {
    const text = await shown();
    const [, memberId] = new RegExp(`${email}(?:(?!<tr).)*?team/(mbr_\\w+)/role`, "s").exec(text) ?? [];
    return memberId ?? Promise.reject(new Error(text));
  });
  await untilItWorks(cloud, async () => {
    if ((await shown()).includes(id)) await accept(TEAM, `/developers/account/team/${id}/remove`);
    if ((await shown()).includes(id)) throw new Error("Not removed");
  });
  const name = "Late key";
  await member.submit(`${KEYS}/create`, { ...hiddenIn(form), name, access: "all" }).catch(() => {});
  const { text } = await untilItWorks(cloud, () => admin.call(KEYS));
  must(!text.includes(name), "removed members never act", () => `${id} made a key after their removal`, id);
}
