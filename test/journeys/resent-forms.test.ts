import { expect, test } from "@jest/globals";
import type { Reply } from "../../infra/local/test/support/http.ts";
import { pages } from "../../shared/contract/service.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { linkIn, mailsTo, mailTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import {
  activitiesOf,
  DashboardVisitor,
  dashboardLinkAfter,
  hiddenIn,
} from "../support/dashboard/dashboard.ts";
import { newSignup, SIGNUPS } from "../support/partner/signup.ts";
import { earningsPartner } from "../support/partner/earnings.ts";
import { newPartner } from "../support/partner/platform.ts";
import { CHOICE, invited } from "../support/partner/savings.ts";

const cloud = await sharedCloud();

const ACCOUNT = "/developers/account/test";

type Fields = Record<string, string>;
/** A form: its browser, its page, what it sends to `action`, and what its posts have changed. */
type Case = {
  visitor: DashboardVisitor;
  page: string;
  action?: string;
  fields?: Fields;
  changes: () => Promise<unknown>;
};

const visitor = () => new DashboardVisitor(cloud);

async function signup(below: (link: string) => string, fields: Fields = {}): Promise<Case> {
  const { signup_id, email } = await newSignup(cloud);
  const link = linkIn(await mailTo(cloud, email));
  // A signup's next email may be requested after a minute.
  await cloud.advance("2m");
  const changes = async () => [
    (await cloud.call(`${SIGNUPS}/${signup_id}`)).json.status,
    JSON.stringify(await cloud.command("show", { id: signup_id })).match(/Confirmation email/g)?.length,
  ];
  return { visitor: visitor(), page: below(link), fields, changes };
}

async function consent(): Promise<Case> {
  const partner = await earningsPartner(cloud);
  const driver = await partner.newDriver();
  const { state } = (await partner.ask(driver)).json;
  const changes = async () =>
    (await partner.call("/events?type=earnings.platform.connected")).json.data.length;
  return { visitor: visitor(), page: `/connect/${state}`, fields: { decision: "allow" }, changes };
}

async function agreement(): Promise<Case> {
  const partner = await newPartner(cloud);
  const { id } = await partner.driver();
  const changes = async () => (await partner.read("/v1/events?type=savings.started")).data.length;
  return {
    visitor: visitor(),
    page: await invited(partner, id),
    fields: { act: "agree", ...CHOICE },
    changes,
  };
}

function askedLink(action: string, more: Fields): Case {
  const email = freshEmail();
  const changes = async () => {
    await cloud.advance("0s");
    return (await mailsTo(cloud, email)).length;
  };
  return { visitor: visitor(), page: "/developers", action, fields: { email, ...more }, changes };
}

async function openedLink(ana: DashboardVisitor, page: string): Promise<Case> {
  const changes = async () => (await activitiesOf(ana)).length;
  return { visitor: ana, page, changes };
}

async function signInLink(): Promise<Case> {
  const ana = visitor();
  return openedLink(ana, await ana.askForLink(freshEmail()));
}

async function stepUpLink(): Promise<Case> {
  const ana = await visitor().signIn(freshEmail());
  const ask = () => ana.post(ACCOUNT, "/developers/account/step-up", { next: ACCOUNT });
  return openedLink(ana, await dashboardLinkAfter(cloud, ana.email, ask));
}

/** The forms of each route that posts, but those of a session: test/journeys/dashboard-forms has these. */
const FORMS: Record<string, Record<string, () => Case | Promise<Case>>> = {
  "POST /signup/{signup_id}": { "the link again": () => signup((link) => link.replace(/\/[^/]+$/, "")) },
  "POST /signup/{signup_id}/{proof}": { "a confirmation": () => signup((link) => link, { consent: "yes" }) },
  "POST /signup/{signup_id}/{proof}/not-me": { "a denial": () => signup((link) => `${link}/not-me`) },
  "POST /connect/{state}": { "a consent": consent },
  "POST /savings/{proof}": { "an agreement": agreement },
  "POST /developers/sign-in/{path+}": {
    "a registration": () => askedLink("/developers/sign-in/register", { company: freshEmail() }),
    "a sign-in": () => askedLink("/developers/sign-in/ask", {}),
    "a sign-in link": signInLink,
    "a link that renews a proof": stepUpLink,
  },
};

test("each route that posts a form without a session has a case here", () => {
  const posts = pages.flatMap(({ routes }) => routes).filter((route) => route.startsWith("POST "));
  expect(
    posts.filter((route) => !/^POST \/(api|v1|rails|developers\/(?!sign-in))/.test(route)).sort(),
  ).toEqual(Object.keys(FORMS).sort());
});

test.each(Object.values(FORMS).flatMap((cases) => Object.entries(cases)))(
  "the form of %s that is sent twice leads to the first result, which a reload shows again",
  async (_, make) => {
    const { visitor, page, action = page, fields, changes } = await make();
    const form = { ...hiddenIn(await visitor.call(page)), ...fields };
    const from = freshAddress();
    const [first, same] = await Promise.all([visitor.submit(action, form), visitor.submit(action, form)]);
    const results = [first, same] as const;
    expect(results.map(resultOf)).toEqual([resultOf(first), resultOf(first)]);
    expect(first.status).toBe(303);
    const changed = await changes();
    // A signup's next email may be requested after a minute.
    await cloud.advance("2m");
    expect(resultOf(await visitor.submit(action, form))).toEqual(resultOf(first));
    const location = String(first.headers.location);
    if (location.startsWith("/")) {
      const [shown, again] = [await visitor.call(location, { from }), await visitor.call(location, { from })];
      expect([shown.status, again.status, again.text.length]).toEqual([200, 200, shown.text.length]);
    }
    expect(await changes()).toEqual(changed);
  },
);

const resultOf = ({ status, headers }: Reply) => [status, headers.location];
