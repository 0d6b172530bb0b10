import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Reply } from "../../infra/local/test/support/http.ts";
import { hasRole, MemberRole } from "../../shared/domain/account/member.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { accountOf, type DashboardVisitor, lasting } from "../support/dashboard/dashboard.ts";
import { forms } from "../support/dashboard/forms.ts";
import { fillTeam } from "../support/dashboard/filled-team.ts";
import { files, HOME, type Ids, idNames, pathOfRoute, rights } from "../support/dashboard/routes.ts";
import { signInTeam } from "../support/dashboard/team.ts";
import { type Part, pageOf } from "../support/page.ts";
import { newPartner } from "../support/partner/platform.ts";

/** Well formed, and of no account. */
const NO_ID = "0".repeat(26);

const cloud = await sharedCloud();
const [ours, theirs] = [await signInTeam(cloud, "Our Company"), await signInTeam(cloud, "Their Company")];
const ids = await fillTeam(cloud, theirs);

const ACCOUNT = "/developers/account/test";

/** The same account's live objects. It can have no live payout or proposal. */
const liveIds = await fillLive();

async function fillLive(): Promise<Partial<Ids>> {
  const partner = await newPartner(cloud, { live: true, account: await accountOf(theirs.admin) });
  const driver = await partner.driver();
  const endpoint = await partner.create("/v1/webhooks", { url: "http://localhost:9/hook", events: ["*"] });
  const delivery = await partner.create(`/v1/webhooks/${endpoint.id}/ping`, undefined);
  return {
    driver: driver.id,
    payout: NO_ID,
    batch: NO_ID,
    proposal: NO_ID,
    endpoint: endpoint.id,
    delivery: delivery.id,
    event: delivery.event_id,
  };
}

const noIds = Object.fromEntries(idNames.map((name) => [name, NO_ID])) as Ids;

/** What the other account's admin saw before the first route. */
const known = await seen(theirs.admin);

/** Signing out ends the session that the other tests use. */
const SIGN_OUT = "POST /developers/account/sign-out";

/** With a mistake, if the form can have one. */
const fieldsOf = (route: string) => forms[route]?.wrong ?? forms[route]?.good ?? {};

type How = { hasToken?: boolean; mode?: string };

async function open(visitor: DashboardVisitor, route: string, of: Ids, { hasToken = true, mode }: How = {}) {
  const path = pathOfRoute(route, of, mode);
  if (route.startsWith("GET")) return visitor.call(path);
  const send = () =>
    hasToken ? visitor.post(HOME, path, fieldsOf(route)) : visitor.submit(path, fieldsOf(route));
  const reply = await send();
  if (reply.status !== 429) return reply;
  // The member made more than 60 changes in a minute.
  await cloud.advance("61s");
  return send();
}

test("the walk knows the objects of every page and form", () => {
  const paths = rights.map(([route]) => pathOfRoute(route, ids));
  for (const id of Object.values(ids)) expect(paths.some((path) => path.includes(id))).toBe(true);
});

/** The links of a page to other pages of the dashboard, and its forms that post. */
const linksIn = (page: Part) =>
  page
    .elements('a[href^="/developers/"]')
    .map((link) => link.getAttribute("href") ?? "")
    .filter((path) => !path.includes("?") && !path.includes("#"));
const formsIn = (page: Part) =>
  page.elements('form[method="post"]').map((form) => form.getAttribute("action") ?? "");

/** The records' route of a path, and its right. The first of a record that fits counts. */
function rightOf(method: string, path: string) {
  for (const [route, right] of rights) {
    const [verb, template = ""] = route.split(" ");
    const fits = new RegExp(`^${template.replace("{mode}", "(test|live)").replace(/\{\w+\}/g, "[\\w-]+")}$`);
    if (verb === method && fits.test(path)) return { route, ...right };
  }
  return undefined;
}

/** Forms for objects in a state that the account has no object of. */
const NOT_SHOWN = [
  "POST /developers/account/live-access",
  "POST /developers/account/live-access/withdraw",
  "POST /developers/account/step-up",
  "POST /developers/drivers/test/{id}/end-savings",
  "POST /developers/drivers/test/{id}/accounts/{account}/default",
  "POST /developers/payouts/test/{id}/complete",
  "POST /developers/payouts/test/{id}/fail",
  "POST /developers/payouts/test/{id}/cancel",
];

/** Parts of pages, pages that a form leads to, and the file of a day that is over. */
const UNLINKED = [
  "GET /developers/home/{mode}/find",
  "GET /developers/home/{mode}/timeline",
  "GET /developers/money/{mode}/settlements/{date}",
  "GET /developers/account/step-up",
  // Where a year has forms.
  "GET /developers/account/{mode}/forms/{year}",
  "GET /developers/keys/{mode}/new/{view}",
  "GET /developers/webhooks/{mode}/{id}/secret/{view}",
];

describe.each(MemberRole.options)("from Home, a %s", (role) => {
  const pages = new Map<string, Reply>();
  beforeAll(async () => {
    const waiting = [HOME, `/developers/account/contact/${ids.login}/${ids.proof}`];
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (pages.has(path)) continue;
      const reply = await theirs[role].call(path);
      if (reply.status === 200) waiting.push(...linksIn(pageOf(reply)));
      else if (!path.includes("/contact/")) throw new Error(`${path} is ${reply.status}`);
      pages.set(path, reply);
    }
  }, 60_000);

  test("finds every page, and no dead link", () => {
    const routes = new Set([...pages.keys()].map((path) => rightOf("GET", path)?.route));
    const mine = rights.filter(([route, { role: least }]) => route.startsWith("GET") && hasRole(role, least));
    for (const [route] of mine) if (!UNLINKED.includes(route)) expect([...routes]).toContain(route);
  });

  test("finds no form that the role may not send, and each that it may", () => {
    const forms = [...pages.values()]
      .flatMap((reply) => formsIn(pageOf(reply)))
      .filter((path) => !path.startsWith("/developers/sign-in"));
    for (const path of forms) {
      const right = rightOf("POST", path);
      expect([path, right && hasRole(role, right.role)]).toEqual([path, true]);
    }
    const routes = new Set(forms.map((path) => rightOf("POST", path)?.route));
    for (const [route, { role: least }] of rights.filter(([name]) => name.startsWith("POST")))
      if (hasRole(role, least) && !NOT_SHOWN.includes(route)) expect([...routes]).toContain(route);
  });

  test("sees HTML of at most 60 KB on each page", () => {
    for (const [path, { bytes }] of pages) expect([path, bytes.length <= 60 * 1024]).toEqual([path, true]);
  });
});

/** A list and its file have the same rights. */
const walked = rights.flatMap(([route, right]) =>
  (files.includes(route) ? [route, `${route}?format=csv`] : [route]).map(
    (address) => [address, right] as const,
  ),
);

describe.each(walked)("%s", (route, { role: least }) => {
  const order = MemberRole.options;

  test("it needs a session", async () => {
    const path = pathOfRoute(route, noIds);
    const stranger = route.startsWith("GET")
      ? await cloud.call(path)
      : await cloud.call(path, {
          method: "POST",
          body: new URLSearchParams(fieldsOf(route)).toString(),
          headers: { "content-type": "application/x-www-form-urlencoded" },
        });
    expect([stranger.status, String(stranger.headers.location).split("?")[0]]).toEqual([303, "/developers"]);
  });

  if (route.startsWith("POST"))
    test("it needs the token of the session's own pages", async () => {
      expect((await open(theirs.admin, route, ids, { hasToken: false })).status).toBe(403);
      expect((await theirs.admin.call(HOME)).status).toBe(200);
    });

  // Of those with fewer rights, the one with the most. hasRole ranks the roles, and has cases of its own.
  const lower = order[order.indexOf(least) + 1];
  if (lower !== undefined)
    test(`a ${lower} may not use it`, async () => {
      const reply = await open(theirs[lower], route, ids);
      expect([reply.status, reply.text]).toEqual([403, expect.stringContaining("Ask an admin")]);
    });

  if (route !== SIGN_OUT)
    test(`a ${least} may use it`, async () => {
      // An unknown id is a 404, and an empty form a 400, after the role was checked.
      expect((await open(ours[least], route, noIds)).status).not.toBe(403);
    });

  test("an admin of another account sees and changes nothing of this one", async () => {
    if (route === SIGN_OUT) return;
    const reply = await open(ours.admin, route, ids);
    // A session that is not there has ended.
    if (hasObject(route)) expect(reply.status).toBe(route.endsWith("/sessions/{id}/end") ? 303 : 404);
    // The activity names the ids that the visitor asked for.
    const named = /\/activity(\?|$)/.test(route) ? [] : Object.values(ids);
    for (const secret of [...named, "Their Company", theirs.admin.email])
      expect(reply.text).not.toContain(secret);
  });
});

/** An object of one mode, in the path. Sessions, members and links belong to the account. */
const hasObject = (route: string) => /\{(id|event|delivery)\}/.test(route);
const ofModes = rights
  .map(([route]) => route)
  .filter((route) => hasObject(route) && !/\/account\//.test(route));

describe.each([
  ["live", ids],
  ["test", { ...ids, ...liveIds }],
])("in %s mode", (mode, ofOther) => {
  const swapped = { ...ofOther, testKey: ids.liveKey, liveKey: ids.testKey };
  const routes = ofModes.filter((route) => route.includes("{mode}") || route.includes(`/${mode}/`));
  test.each(routes)("%s has no object of the other mode", async (route) => {
    expect((await open(theirs.admin, route, swapped, { mode })).status).toBe(404);
  });
});

test("none of these requests changed what the other account has", async () => {
  expect(await seen(theirs.admin)).toEqual(known);
});

/** What an account's own admin sees: each page, without the words that change by themselves. */
async function seen(admin: DashboardVisitor): Promise<Record<string, string>> {
  const pages = ["/developers/keys/test", "/developers/keys/live", "/developers/account/test/team"];
  const more = [`/developers/drivers/test/${ids.driver}`, `/developers/webhooks/test/${ids.endpoint}`];
  more.push(ACCOUNT, "/developers/account/test/profile", "/developers/account/live/profile");
  const textOf = async (path: string) => {
    const page = lasting(await admin.call(path));
    for (const cell of page.elements('[data-head="Signed in"]')) cell.remove();
    return [path, page.element.toString()] as const;
  };
  return Object.fromEntries(await Promise.all([...pages, ...more].map(textOf)));
}

test("each list is a file, which has more rows than a page", async () => {
  // The account made no request with a key, and an empty list has no file.
  for (const route of files.filter((name) => !name.endsWith("/requests"))) {
    const { status, headers, text } = await open(theirs.admin, `${route}?format=csv`, ids);
    expect([route, status, headers["content-type"]]).toEqual([route, 200, "text/csv; charset=utf-8"]);
    expect([route, text.split("\r\n").length > 2]).toEqual([route, true]);
    expect([route, /svc_(test|live)_\w{20}|whsec_/.test(text)]).toEqual([route, false]);
  }
  // This admin sent every form of the walk, and a page has 30 changes.
  const { text } = await open(ours.admin, "GET /developers/account/{mode}/activity?format=csv", ids);
  expect(text.split("\r\n").length).toBeGreaterThan(32);
});

test("no page of an account shows a whole key or a secret", async () => {
  for (const [route] of rights.filter(([name]) => name.startsWith("GET"))) {
    const { text } = await open(theirs.admin, route, ids);
    expect([route, /svc_(test|live)_\w{20}|whsec_/.test(text)]).toEqual([route, false]);
  }
});
