import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Right } from "../../shared/contract/developers/dashboard.ts";
import { dashboards } from "../../shared/contract/developers/developer-pages.ts";
import type { Cloud } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { addDriver, type DashboardVisitor, hiddenIn, lastingText } from "../support/dashboard/dashboard.ts";
import { fillTeam, propose } from "../support/dashboard/filled-team.ts";
import { type Fields, type FormIds, forms } from "../support/dashboard/forms.ts";
import { rights as allRights } from "../support/dashboard/routes.ts";
import { SoftPasskey } from "../support/dashboard/soft-passkey.ts";
import { signInTeam, type Team } from "../support/dashboard/team.ts";

const ACTIVITY = "/developers/account/test/activity";
const PAYOUTS = "/developers/payouts/test";
const WEBHOOKS = "/developers/webhooks/test";

let cloud: Cloud;
let team: Team;
let admin: DashboardVisitor;
let ids: FormIds;
let device: SoftPasskey;
beforeAll(async () => {
  cloud = await sharedCloud();
  team = await signInTeam(cloud, "Forms");
  ({ admin } = team);
  const filled = await fillTeam(cloud, team);
  device = await new SoftPasskey(cloud.url).addTo(admin, "Own");
  const fresh = async (page: string, act: () => Promise<unknown>, pattern: RegExp) => {
    const before = new Set((await admin.call(page)).text.match(pattern));
    await act();
    return (await admin.call(page)).text.match(pattern)?.find((id) => !before.has(id)) ?? "";
  };
  const add = () =>
    admin.post(WEBHOOKS, `${WEBHOOKS}/create`, { url: "http://localhost:9/own", which: "all" });
  const pay = () =>
    admin.post(PAYOUTS, `${PAYOUTS}/create`, { driver: filled.driver, amount: "3.00", method: "standard" });
  const [live, drivers] = ["/developers/drivers/live", "/developers/drivers/test"];
  await addDriver(admin, live);
  await addDriver(admin);
  const members = (await admin.call("/developers/account/test/team")).text.match(/mbr_\w+(?=\/remove)/g);
  ids = {
    ...filled,
    member: members?.at(-1) ?? "",
    proposed: await propose(cloud, admin, filled.driver),
    liveDriver: /drv_\w+/.exec((await admin.call(live)).text)?.[0] ?? "",
    spare: /drv_\w+/.exec((await admin.call(drivers)).text)?.[0] ?? "",
    unused: await fresh(WEBHOOKS, add, /wh_\w+/g),
    slow: await fresh(PAYOUTS, pay, /pay_\w{26}/g),
    slower: await fresh(PAYOUTS, pay, /pay_\w{26}/g),
    slowest: await fresh(PAYOUTS, pay, /pay_\w{26}/g),
  };
}, 120_000);

const rights: Record<string, Right> = Object.fromEntries(allRights);

/** The form's path, and that of its page. */
function pathsOf(route: string) {
  const { delivery, proof } = ids;
  const { account } = ids;
  const id = forms[route]?.of?.(ids) ?? "";
  const params: Fields = { mode: "test", id, delivery, proof, account, platform: "uber" };
  const fill = (path: string) => path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? "");
  return { action: fill(route.split(" ")[1] ?? ""), page: fill(rights[route]?.page ?? ACTIVITY) };
}

/** The HTML of the form that leads to an action, and the names of its fields that take text. */
function formIn(text: string, action: string) {
  const [, html = ""] = new RegExp(`action="${action}"[^>]*>(.*?)</form>`, "s").exec(text) ?? [];
  const typed = [...html.matchAll(/<(?:input|textarea)[^>]*>/g)].flatMap(([tag]) =>
    /type="(?:hidden|radio|checkbox)"/.test(tag) ? [] : [/name="([\w.]+)"/.exec(tag)?.[1] ?? ""],
  );
  return { html, typed };
}

const valueIn = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ??
  new RegExp(`<textarea[^>]*name="${name}"[^>]*>([^<]*)<`).exec(html)?.[1];

function passkeyFor(route: string, page: string) {
  const { passkey } = forms[route] ?? {};
  if (!passkey) return {};
  return { form_passkey: (passkey === "new" ? new SoftPasskey(cloud.url) : device).answerTo(page) };
}

/** No page repeats them. */
const SECRET = ["ein", "ssn_last4", "account_number"];

const written = (value: string) => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** A form's fields have what was typed, without its secrets. */
function expectKept(html: string, typed: Fields) {
  for (const [name, value] of Object.entries(typed))
    if (formTakes(html, name))
      expect([name, valueIn(html, name) ?? ""]).toEqual([name, SECRET.includes(name) ? "" : written(value)]);
}
const formTakes = (html: string, name: string) =>
  new RegExp(`<(input|textarea)(?![^>]*type="(hidden|radio|checkbox)")[^>]*name="${name}"`).test(html);

test("the walk knows every form", () => {
  const posts = Object.keys(rights).filter((route) => route.startsWith("POST"));
  expect(Object.keys(forms).sort()).toEqual(posts.sort());
});

/** What a person sends with the form of a page, as they find it and as the route's example says. */
function fieldsOf(route: string, action: string, text: string) {
  const { html } = formIn(text, action);
  const shown = [
    ...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g),
    ...html.matchAll(/<select[^>]* name="(\w+)"[^>]*><option value="([^"]*)"/g),
  ].map(([, name = "", value = ""]) => [name, value]);
  const good = { ...forms[route]?.good, ...passkeyFor(route, text) };
  return { ...hiddenIn({ text }), ...Object.fromEntries(shown), ...good };
}

describe.each(Object.keys(forms))("%s", (route) => {
  test("a mistake is at its field, and the form has what was typed", async () => {
    const { action, page } = pathsOf(route);
    const { wrong, good, at } = forms[route] ?? {};
    const opened = await admin.call(page);
    const { typed } = formIn(opened.text, action);
    // A form with text must try a mistake in it. The verifier takes any text.
    if (!route.endsWith("/verify"))
      expect(typed.sort()).toEqual(
        Object.keys(wrong ?? {})
          .filter((name) => typed.includes(name))
          .sort(),
      );
    if (!wrong || at === undefined) return;
    const { status, text } = await admin.submit(action, { ...hiddenIn(opened), ...good, ...wrong });
    const { html } = formIn(text, action);
    expect([status, html]).toEqual([
      400,
      expect.stringMatching(new RegExp(`class="mistake" id="[\\w-]*${at}-mistake"`)),
    ]);
    expectKept(html, wrong);
  });

  test("a session that ends keeps what was typed until the person is back", async () => {
    const { action, page } = pathsOf(route);
    const { wrong, good } = forms[route] ?? {};
    const typed = wrong ?? good;
    if (rights[route]?.page === undefined || !typed || route.includes("{proof}")) return;
    const hidden = hiddenIn(await admin.call(page));
    const proof = await admin.without("session", () => admin.submit(action, { ...hidden, ...typed }));
    expect([proof.status, proof.headers.location]).toEqual([
      303,
      `/developers?next=${encodeURIComponent(page)}`,
    ]);
    const signIn = await admin.without("session", () => admin.call(proof.headers.location ?? ""));
    expect(signIn.text).toContain("Your session ended. Sign in to continue.");
    const { html } = formIn((await admin.call(page)).text, action);
    if (formIn(html, action)) expectKept(html, typed);
    expect((await admin.call(page)).text).not.toContain("We kept what you typed");
  });
});

/** Each of these makes or ends something. Any other form sets values. */
const ACTS =
  /\/(connect|disconnect\/\{platform\}|invite|end-savings|accounts|pay|approve|decline|complete|refund|fail|cancel|create|rotate|ping|replay|verify|resend|live-access|contact|invite|step-up|passkeys|revoke|delete|end|remove|\{proof\}|sign-out)$/;

/** A member makes at most 60 changes in a minute. */
async function submitted(action: string, fields: Fields) {
  await cloud.clearUsage();
  const reply = await admin.submit(action, fields);
  if (reply.status !== 429) return reply;
  await cloud.advance("61s");
  await cloud.clearUsage();
  return admin.submit(action, fields);
}

/** Of the same values in a new form: its record twice, its answer, and its place in the limit of a minute. */
const NO_CHANGE = [
  ["dynamodb:PutItem", 2],
  ["dynamodb:UpdateItem", 2],
];

const hasChecks = (route: string) =>
  dashboards.some(({ rights: own, checks }) => checks === true && route in own);

/** The first only reads. The page of the other one has the dry run of each payout, and asks for a passkey. */
const WITHOUT_CHECK = /\/(verify|approve)$/;

/** The types of the newest events of a page's mode, by their ids. Endpoints fail by themselves. */
async function newestEvents(page: string): Promise<Map<string, string>> {
  const mode = page.includes("/live") ? "live" : "test";
  const { text } = await admin.call(`/developers/webhooks/${mode}/events`);
  return new Map(
    [...text.matchAll(/events\/(evt_\w+)">((?!webhook)[\w.]+)</g)].map(([, id = "", type = ""]) => [
      id,
      type,
    ]),
  );
}

/** Without the lists of what happens by itself, such as deliveries. */
const ownPart = (text: string) => lastingText(text).split("<aside").at(-1);

describe.each(Object.keys(forms))("%s", (route) => {
  let promised: string[] | undefined;

  test("a check says what the form would do, and does nothing", async () => {
    const { action, page } = pathsOf(route);
    const { role = "admin", stepUp } = rights[route] ?? {};
    const member = hasChecks(route) && !stepUp ? team[role] : admin;
    const [{ text }, events] = [await member.call(page), await newestEvents(page)];
    const offers = formIn(text, action).html.includes('name="form_check"');
    expect(offers).toBe(hasChecks(route) && !WITHOUT_CHECK.test(route));
    if (!offers && hasChecks(route)) return;
    await cloud.clearUsage();
    const fields = { ...fieldsOf(route, action, text), form_check: "yes" };
    const checked = await member.submit(action, fields);
    expect(checked.status).toBe(offers ? 200 : 403);
    const writes = Object.entries(await cloud.usage()).flatMap(([name, { calls }]) =>
      name.startsWith("developer-") ? Object.keys(calls).filter((call) => /Put|Delete|Send/.test(call)) : [],
    );
    const after = (await member.call(page)).text;
    expect([writes, ownPart(after), await newestEvents(page)]).toEqual([[], ownPart(text), events]);
    const [, html] = /<dt>Events<\/dt><dd>(.*?)<\/dd>/.exec(formIn(checked.text, action).html) ?? [];
    promised = html?.match(/(?<=<li>)[^<]+/g)?.map((words) => words.toLowerCase()) ?? [];
  });

  test("a form that is sent twice gets the first answer, and changes nothing the second time", async () => {
    const { action, page } = pathsOf(route);
    const [{ text }, before] = [await admin.call(page), await newestEvents(page)];
    const fields = fieldsOf(route, action, text);
    const first = await submitted(action, fields);
    if (route.endsWith("/verify")) return expect(first.status).toBe(200);
    if (promised) {
      const caused = [...(await newestEvents(page))].filter(([id]) => !before.has(id));
      expect(caused.map(([, type]) => type.replaceAll(/[._]/g, " ")).sort()).toEqual(promised.sort());
    }
    const { text: activity } = await admin.call(ACTIVITY);
    const again = await admin.submit(action, fields);
    const { location } = first.headers;
    expect([first.status, again]).toMatchObject([303, { status: 303, headers: { location } }]);
    if (route.endsWith("/sign-out")) return;
    expect(lastingText((await admin.call(ACTIVITY)).text)).toBe(lastingText(activity));
    if (ACTS.test(route)) return;
    const anew = { ...fields, ...hiddenIn(await admin.call(page)) };
    expect((await submitted(action, anew)).headers.location).toBe(location);
    const [, use] = Object.entries(await cloud.usage()).find(([name]) => name.startsWith("developer-")) ?? [];
    const writes = Object.entries(use?.calls ?? {}).filter(([name]) => /Put|Update|Delete|Write/.test(name));
    expect(writes.sort()).toEqual(NO_CHANGE);
  });
});
