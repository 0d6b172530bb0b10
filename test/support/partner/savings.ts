import type { Reply } from "../../../infra/local/test/support/http.ts";
import { postForm } from "../cloud/browserless.ts";
import { type Cloud, freshEmail } from "../cloud/cloud.ts";
import { linkIn, mailAfter, mailTo } from "../cloud/mailbox.ts";
import { DashboardVisitor, keyIn } from "../dashboard/dashboard.ts";
import { newSignup } from "../journeys/signup.ts";
import { newPartner, type Partner } from "./platform.ts";

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
export async function savingsMailAfter(cloud: Cloud, email: string, act: () => Promise<unknown>) {
  const mail = await mailAfter(cloud, email, act, ({ text }) => SAVINGS_LINK.test(text));
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
