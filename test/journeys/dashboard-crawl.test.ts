import { beforeAll, describe, expect, test } from "@jest/globals";
import { hasRole, MemberRole } from "../../shared/domain/account/member.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { fillTeam } from "../support/dashboard/filled-team.ts";
import { HOME, rights } from "../support/dashboard/routes.ts";
import { signInTeam } from "../support/dashboard/team.ts";

const cloud = await sharedCloud();
const team = await signInTeam(cloud, "Crawled");
const ids = await fillTeam(cloud, team);

/** The links and the forms of a page that lead below /developers. */
const linksIn = (text: string) =>
  [...text.matchAll(/href="(\/developers\/[^"?#]+)"/g)].map(([, path = ""]) => path);
const formsIn = (text: string) =>
  [...text.matchAll(/<form[^>]*method="post"[^>]*action="([^"]+)"/g)].map(([, path = ""]) => path);

/** The records' route of a path, and its right. The first of a record that fits counts. */
function rightOf(method: string, path: string) {
  for (const [route, right] of rights) {
    const [wanted, template = ""] = route.split(" ");
    const fits = new RegExp(`^${template.replace("{mode}", "(test|live)").replace(/\{\w+\}/g, "[\\w-]+")}$`);
    if (wanted === method && fits.test(path)) return { route, ...right };
  }
  return undefined;
}

/** Forms for objects in a state that the account has no object of. */
const NOT_SHOWN = [
  "POST /developers/account/live-access",
  "POST /developers/account/live-access/withdraw",
  "POST /developers/account/step-up",
  "POST /developers/payouts/test/{id}/complete",
  "POST /developers/payouts/test/{id}/fail",
  "POST /developers/payouts/test/{id}/cancel",
];

/** Parts of pages, pages that a form leads to, and the file of a day that is over. */
const UNLINKED = [
  "GET /developers/home/{mode}/timeline",
  "GET /developers/money/{mode}/settlements/{date}",
  "GET /developers/home/{mode}/timeline",
  "GET /developers/playground/test/received",
  "GET /developers/account/step-up",
  "GET /developers/keys/{mode}/new/{view}",
  "GET /developers/webhooks/{mode}/{id}/secret/{view}",
];

describe.each(MemberRole.options)("from Home, a %s", (role) => {
  const pages = new Map<string, string>();
  beforeAll(async () => {
    const waiting = [HOME, `/developers/account/contact/${ids.login}/${ids.proof}`];
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (pages.has(path)) continue;
      const { status, text } = await team[role].call(path);
      if (status === 200) waiting.push(...linksIn(text));
      else if (!path.includes("/contact/")) throw new Error(`${path} is ${status}`);
      pages.set(path, text);
    }
  }, 60_000);

  test("finds every page, and no dead link", () => {
    const found = new Set([...pages.keys()].map((path) => rightOf("GET", path)?.route));
    const mine = rights.filter(([route, { role: least }]) => route.startsWith("GET") && hasRole(role, least));
    for (const [route] of mine) if (!UNLINKED.includes(route)) expect([...found]).toContain(route);
  });

  test("finds no form that the role may not send, and each that it may", () => {
    const forms = [...pages.values()]
      .flatMap(formsIn)
      .filter((path) => !path.startsWith("/developers/sign-in"));
    for (const path of forms) {
      const right = rightOf("POST", path);
      expect([path, right && hasRole(role, right.role)]).toEqual([path, true]);
    }
    const found = new Set(forms.map((path) => rightOf("POST", path)?.route));
    for (const [route, { role: least }] of rights.filter(([one]) => one.startsWith("POST")))
      if (hasRole(role, least) && !NOT_SHOWN.includes(route)) expect([...found]).toContain(route);
  });

  test("sees HTML of at most 60 KB on each page", () => {
    for (const [path, text] of pages)
      expect([path, Buffer.byteLength(text) <= 60 * 1024]).toEqual([path, true]);
  });
});
