import type { Reply } from "../../../infra/local/test/support/http.ts";
import { postForm } from "../cloud/browserless.ts";
import { type Cloud, freshEmail } from "../cloud/cloud.ts";
import { linkIn, mailAfter, mailTo } from "../cloud/mailbox.ts";
import { DashboardVisitor, keyIn } from "../dashboard/dashboard.ts";
import { newSignup } from "./signup.ts";
import { fresh, inTurn, type Requests } from "./keyed-request.ts";
import { newPartner, type Partner, untilAllowed } from "./platform.ts";

export const savingsPath = (driverId: string): string => `/v1/drivers/${driverId}/savings`;

/** Invites a driver. Test mode: returns the path of the page. */
export async function invited(partner: Partner, driverId: string): Promise<string> {
  const { url } = await partner.create(savingsPath(driverId), {});
  return url === null ? "" : new URL(url).pathname;
}

/** What a person sends who agrees to 5 percent and $1,000 a year. */
export const CHOICE = { rule: "percent", percent: "5", cap: "1,000", consent: "yes" };

/** Sends the form of a page of savings. */
export const act = (
  cloud: Cloud,
  page: string,
  act: string,
  fields: Record<string, string> = {},
): Promise<Reply> =>
  postForm(
    cloud,
    { change: `${page}/change`, end: `${page}/stop` }[act] ?? page,
    { act, ...fields },
    {},
    page,
  );

const SAVINGS_LINK = /https?:\/\/\S+\/savings\/[\w-]{43}/;

/** Acts, and returns the email about savings that follows with the path of its link. */
export async function savingsMailAfter(
  cloud: Cloud,
  email: string,
  act: () => Promise<unknown>,
  withinMs?: number,
) {
  const mail = await mailAfter(cloud, email, act, ({ text }) => SAVINGS_LINK.test(text), withinMs);
  return { ...mail, link: new URL(SAVINGS_LINK.exec(mail.text)?.[0] ?? "").pathname };
}

/** A person with a confirmed signup. */
export async function confirmedPerson(cloud: Cloud, more: object = {}) {
  const signup = await newSignup(cloud, more);
  const link = linkIn(await mailTo(cloud, signup.email));
  await postForm(cloud, link, { consent: "yes" });
  return { email: signup.email, signup_id: String(signup.signup_id), link };
}

const PROFILE = "/developers/account/live/profile";

/** A company with a live key, and an admin in the dashboard. */
export async function liveCompany(cloud: Cloud, company = `Savers ${freshEmail()}`) {
  const admin = await new DashboardVisitor(cloud).signIn(company);
  const home = "/developers/home/test";
  const key = keyIn(await admin.post(home, "/developers/keys/test/create", { name: "Key", access: "all" }));
  const { id: account } = (await cloud.call("/v1/account", { headers: { authorization: `Bearer ${key}` } }))
    .json;
  await cloud.command("verify-account", { account });
  const live = await newPartner(cloud, { live: true, account });
  const accept = (fields: Record<string, string> = { consent: "yes" }) =>
    admin.post(PROFILE, "/developers/account/live/withholding-terms", fields);
  return { admin, live, account: String(account), company, accept };
}

/** Invites drivers, and lets the first `saving` of them agree. */
export async function savers(partner: Partner, count: number, saving: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const { id } = await partner.driver();
    await partner.create(savingsPath(id), {});
    if (i < saving) await actAs(partner, id, AGREE);
    ids.push(id);
  }
  return ids;
}

export const AGREE = { act: "agree", rule: "percent", percent: 5, yearly_cap: 100_000 };

export const actAs = (partner: Partner, driverId: string, json: object): Promise<Reply> =>
  partner.post(`/v1/test_helpers/savings/${driverId}/act`, json, fresh());

/** A request for each operation on savings. */
export async function savingsRequests(partner: Partner): Promise<Requests> {
  const [saver = "", ...others] = await savers(partner, 9, 5);
  const ended = others.slice(0, 4);
  const invitedOnly = others.slice(4);
  const payout = { driver_id: saver, amount: 10_000, currency: "usd", method: "instant" };
  return {
    "invite-to-save": { ask: () => partner.post(savingsPath(invitedOnly.at(-1) ?? ""), {}, fresh()) },
    "get-savings": { ask: () => partner.get(savingsPath(saver)) },
    "end-savings": {
      ask: inTurn(ended, (id) => partner.call(savingsPath(id), { method: "DELETE" })),
    },
    "act-on-savings": { ask: inTurn(invitedOnly, (id) => actAs(partner, id, AGREE)) },
    "settle-contribution": {
      ask: async () => {
        const reply = await untilAllowed(partner.cloud, () =>
          partner.post("/v1/payments/payout", payout, fresh()),
        );
        return partner.post(`/v1/test_helpers/payments/${reply.json.id}/contribute`, undefined, fresh());
      },
    },
  };
}
