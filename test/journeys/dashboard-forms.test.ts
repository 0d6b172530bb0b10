import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Reply } from "../../infra/local/test/support/http.ts";
import type { Right } from "../../shared/contract/developers/dashboard.ts";
import { dashboards } from "../../shared/contract/developers/developer-pages.ts";
import type { Cloud } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { addDriver, type DashboardVisitor, hiddenIn, lasting } from "../support/dashboard/dashboard.ts";
import { fillTeam, propose } from "../support/dashboard/filled-team.ts";
import { type Fields, type FormIds, forms } from "../support/dashboard/forms.ts";
import { rights as allRights } from "../support/dashboard/routes.ts";
import { SoftPasskey } from "../support/dashboard/soft-passkey.ts";
import { type Form, type Part, pageOf } from "../support/page.ts";
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
  const idsOn = async (page: string, kind: string) => pageOf(await admin.call(page)).ids(kind);
  const fresh = async (page: string, act: () => Promise<unknown>, kind: string) => {
    const before = await idsOn(page, kind);
    await act();
    return (await idsOn(page, kind)).find((id) => !before.includes(id)) ?? "";
  };
  const add = () =>
    admin.post(WEBHOOKS, `${WEBHOOKS}/create`, { url: "http://localhost:9/own", which: "all" });
  const pay = () =>
    admin.post(PAYOUTS, `${PAYOUTS}/create`, { driver: filled.driver, amount: "3.00", method: "standard" });
  const [live, drivers] = ["/developers/drivers/live", "/developers/drivers/test"];
  await addDriver(admin, live);
  await addDriver(admin);
  ids = {
    ...filled,
    member: (await idsOn("/developers/account/test/team", "mbr")).at(-1) ?? "",
    proposed: await propose(cloud, admin, filled.driver),
    liveDriver: (await idsOn(live, "drv"))[0] ?? "",
    spare: (await idsOn(drivers, "drv"))[0] ?? "",
    unused: await fresh(WEBHOOKS, add, "wh"),
    slow: await fresh(PAYOUTS, pay, "pay"),
    slower: await fresh(PAYOUTS, pay, "pay"),
    slowest: await fresh(PAYOUTS, pay, "pay"),
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

/** A page may show no form for an object in its state. */
const formIn = (page: Part, action: string) => page.forms.find((form) => form.action === action);

function passkeyFor(route: string, page: Reply) {
  const { passkey } = forms[route] ?? {};
  if (!passkey) return {};
  return { form_passkey: (passkey === "new" ? new SoftPasskey(cloud.url) : device).answerTo(page) };
}

/** No page repeats them. */
const SECRET = ["ein", "ssn_last4", "account_number"];

/** A form's fields have what was typed, without its secrets. */
function expectKept(form: Form, typed: Fields) {
  for (const name of form.typed)
    if (name in typed)
      expect([name, form.value(name)]).toEqual([name, SECRET.includes(name) ? "" : typed[name]]);
}

test("the walk knows every form", () => {
  const posts = Object.keys(rights).filter((route) => route.startsWith("POST"));
  expect(Object.keys(forms).sort()).toEqual(posts.sort());
});

/** What a person sends with the form of a page, as they find it and as the route's example says. */
function fieldsOf(route: string, action: string, page: Reply) {
  const form = formIn(pageOf(page), action);
  return { ...hiddenIn(page), ...form?.sent, ...forms[route]?.good, ...passkeyFor(route, page) };
}

describe.each(Object.keys(forms))("%s", (route) => {
  test("a mistake is at its field, and the form has what was typed", async () => {
    const { action, page } = pathsOf(route);
    const { wrong, good, at } = forms[route] ?? {};
    const opened = await admin.call(page);
    // A form with text must try a mistake in it. The verifier takes any text.
    if (!route.endsWith("/verify"))
      for (const name of formIn(pageOf(opened), action)?.typed ?? [])
        expect(Object.keys(wrong ?? {})).toContain(name);
    if (!wrong || at === undefined) return;
    const reply = await admin.submit(action, { ...hiddenIn(opened), ...good, ...wrong });
    const form = pageOf(reply).form(action);
    expect([reply.status, form.mistakes]).toEqual([
      400,
      expect.objectContaining({ [at]: expect.any(String) }),
    ]);
    expectKept(form, wrong);
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
    const form = formIn(pageOf(await admin.call(page)), action);
    if (form) expectKept(form, typed);
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
  const { rows } = pageOf(await admin.call(`/developers/webhooks/${mode}/events`));
  const events = rows.map((row) => [row.id("evt"), row.cells[0] ?? ""] as const);
  return new Map(events.filter(([, type]) => !type.startsWith("webhook")));
}

/** Without the lists of what happens by itself, such as deliveries. */
function ownPart(reply: Reply) {
  const page = lasting(reply);
  return (page.elements("aside").at(-1) ?? page.element).toString();
}

const activityNow = async () => lasting(await admin.call(ACTIVITY)).element.toString();

describe.each(Object.keys(forms))("%s", (route) => {
  let promised: string[] | undefined;

  test("a check says what the form would do, and does nothing", async () => {
    const { action, page } = pathsOf(route);
    const { role = "admin", stepUp } = rights[route] ?? {};
    const member = hasChecks(route) && !stepUp ? team[role] : admin;
    // A delivery that fails would change the page of its endpoint.
    if (page.startsWith(`${WEBHOOKS}/`)) await cloud.advance("0s");
    const [opened, events] = [await member.call(page), await newestEvents(page)];
    const offers = formIn(pageOf(opened), action)?.buttons.includes("Check first") ?? false;
    expect(offers).toBe(hasChecks(route) && !WITHOUT_CHECK.test(route));
    if (!offers && hasChecks(route)) return;
    await cloud.clearUsage();
    const fields = { ...fieldsOf(route, action, opened), form_check: "yes" };
    const checked = await member.submit(action, fields);
    expect(checked.status).toBe(offers ? 200 : 403);
    const writes = Object.entries(await cloud.usage()).flatMap(([name, { calls }]) =>
      name.startsWith("developer-") ? Object.keys(calls).filter((call) => /Put|Delete|Send/.test(call)) : [],
    );
    const after = await member.call(page);
    expect([writes, ownPart(after), await newestEvents(page)]).toEqual([[], ownPart(opened), events]);
    const items = offers ? pageOf(checked).form(action).fact("Events").items : [];
    promised = items.map((words) => words.toLowerCase());
  });

  test("a form that is sent twice gets the first answer, and changes nothing the second time", async () => {
    const { action, page } = pathsOf(route);
    const [opened, before] = [await admin.call(page), await newestEvents(page)];
    const fields = fieldsOf(route, action, opened);
    const first = await submitted(action, fields);
    if (route.endsWith("/verify")) return expect(first.status).toBe(200);
    if (promised) {
      const caused = [...(await newestEvents(page))].filter(([id]) => !before.has(id));
      expect(caused.map(([, type]) => type.replaceAll(/[._]/g, " ")).sort()).toEqual(promised.sort());
    }
    const activity = await activityNow();
    const again = await admin.submit(action, fields);
    const { location } = first.headers;
    expect([first.status, again]).toMatchObject([303, { status: 303, headers: { location } }]);
    if (route.endsWith("/sign-out")) return;
    expect(await activityNow()).toBe(activity);
    if (ACTS.test(route)) return;
    const anew = { ...fields, ...hiddenIn(await admin.call(page)) };
    expect((await submitted(action, anew)).headers.location).toBe(location);
    const [, use] = Object.entries(await cloud.usage()).find(([name]) => name.startsWith("developer-")) ?? [];
    const writes = Object.entries(use?.calls ?? {}).filter(([name]) => /Put|Update|Delete|Write/.test(name));
    expect(writes.sort()).toEqual(NO_CHANGE);
  });
});
