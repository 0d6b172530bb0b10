import { beforeAll, describe, expect, test } from "@jest/globals";
import type { LocalMail } from "../../infra/local/ses/ses.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { mailsTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { activitiesIn, DashboardVisitor, keyIn } from "../support/dashboard/dashboard.ts";
import { Receiver } from "../support/partner/receiver.ts";
import { signInTeam, type Team } from "../support/dashboard/team.ts";

const HOME = "/developers/home/test";
const TEAM = "/developers/account/test/team";
const REQUESTS = "/developers/home/test/requests";

const cloud = await sharedCloud();

const signedIn = (company: string) => new DashboardVisitor(cloud).signIn(company);

const idOf = async (admin: DashboardVisitor, email: string): Promise<string> =>
  new RegExp(`${email}(?:(?!<tr).)*?team/(mbr_\\w+)/role`, "s").exec((await admin.call(TEAM)).text)?.[1] ??
  "";

const change = async (
  admin: DashboardVisitor,
  email: string,
  to: string,
  fields: Record<string, string> = {},
) => admin.post(TEAM, `/developers/account/team/${await idOf(admin, email)}/${to}`, fields);

describe("a team", () => {
  let team = {} as Team;
  beforeAll(async () => {
    team = await signInTeam(cloud, "Team One");
  });

  test("an invited person gets an email without a secret, and signs in with the address", async () => {
    const { viewer } = team;
    const isInvitation = ({ text }: LocalMail) => text.includes("Team One added you");
    const invitation = await eventually(async () => (await mailsTo(cloud, viewer.email)).find(isInvitation));
    expect(invitation.text).not.toMatch(/sign-in\//);
    const link = /http\S+(\/developers\?email=\S+)/.exec(invitation.text)?.[1] ?? "";
    const { text } = await new DashboardVisitor(cloud).call(link);
    expect(text).toContain(`value="${viewer.email}"`);
    expect(text).not.toContain('action="/developers/sign-in/register"');
    expect((await viewer.call(HOME)).text).toContain("Team One");
  });

  test("an invited person is a member once", async () => {
    const again = { email: team.viewer.email.toUpperCase(), role: "admin" };
    expect((await team.admin.post(TEAM, "/developers/account/team/invite", again)).status).toBe(409);
  });

  test("a changed role holds for the next click", async () => {
    const { admin, developer } = team;
    const create = () => developer.post(HOME, "/developers/keys/test/create", { name: "Key", access: "all" });
    expect(keyIn(await create())).not.toBe("");
    expect((await change(admin, developer.email, "role", { role: "viewer" })).status).toBe(303);
    expect((await create()).status).toBe(403);
  });

  test("an admin takes the role of another one", async () => {
    const email = freshEmail();
    await team.admin.post(TEAM, "/developers/account/team/invite", { email, role: "admin" });
    expect((await change(team.admin, email, "role", { role: "viewer" })).status).toBe(303);
  });
});

test("a full team fits on a page, and takes no further member", async () => {
  const admin = await signedIn("Team Seven");
  const invite = () =>
    admin.post(TEAM, "/developers/account/team/invite", { email: freshEmail(), role: "viewer" });
  for (let i = 1; i < 20; i++) expect((await invite()).status).toBe(303);
  expect((await invite()).status).toBe(409);
  expect((await admin.call(TEAM)).bytes.length).toBeLessThan(60 * 1024);
});

test("an account adds a live endpoint once an operator opened its live access", async () => {
  const ana = await signedIn("Live Webhooks");
  const page = "/developers/webhooks/live";
  const { text } = await ana.call(page);
  expect([text.includes("need live access"), text.includes("Add endpoint")]).toEqual([true, false]);
  const add = async () => (await ana.post(HOME, `${page}/create`, { url: "x", which: "all" })).status;
  expect(await add()).toBe(403);
  const account = /acct_\w+/.exec((await ana.call("/developers/account/test")).text)?.[0];
  await cloud.command("verify-account", { account });
  expect(await add()).toBe(400);
});

test("each change leaves a record with its member, its objects and its result", async () => {
  const ana = await signedIn("Record");
  await ana.post(HOME, "/developers/keys/test/create", { name: "Key", access: "all" });
  await ana.post(HOME, "/developers/keys/test/key_nothing/revoke");
  const { text } = await ana.call("/developers/account/test/activity");
  expect(activitiesIn(text).slice(0, 3)).toEqual([
    expect.stringMatching(new RegExp(`Revoke a test key.*key_nothing.*Refused.*${ana.email}`)),
    expect.stringMatching(/Create a test key/),
    expect.stringMatching(/Sign in/),
  ]);
});

describe("requests", () => {
  let ana = {} as DashboardVisitor;
  let headers = {};
  beforeAll(async () => {
    ana = await signedIn("Requests");
    const key = keyIn(await ana.post(HOME, "/developers/keys/test/create", { name: "Key", access: "all" }));
    headers = { authorization: `Bearer ${key}` };
  });
  const ask = (path: string, call = {}) => cloud.call(path, { headers, from: freshAddress(), ...call });

  test("Home counts the failed ones beside the others", async () => {
    for (let i = 0; i < 3; i++) await ask("/v1/drivers");
    await ask("/v1/drivers?nothing=1");
    const home = await eventually(async () => {
      const { text } = await ana.call(HOME);
      return /([1-9]\d*) succeeded, (\d+) failed/.exec(text)?.slice(1);
    });
    expect(home).toEqual(["3", "1"]);
  });

  test("the failed ones are grouped by error, without what was sent, and can be copied without the key", async () => {
    await ask("/v1/drivers/drv_00000000000000000000000000");
    await ask("/v1/drivers/drv_00000000000000000000000001");
    await ask("/v1/drivers", { json: { email: "secret@person.example" } });
    const { text } = await ana.call(REQUESTS);
    expect(text).toMatch(/>Resource missing<(?:(?!<tr).)*>404<(?:(?!<tr).)*>2</s);
    expect(text).toMatch(/>Parameter missing<(?:(?!<tr).)*\/v1\/drivers</s);
    expect(text).toMatch(/parameter_missing: first_name/);
    expect(text).not.toContain("secret@person.example");
    const [, cause = ""] = /href="([^"]+)">Resource missing</.exec(text) ?? [];
    const listed = (await ana.call(cause.replaceAll("&amp;", "&").replace("#requests", ""))).text;
    const [, path = ""] = /href="([^"]+\/requests\/fail_\w+)"/.exec(listed) ?? [];
    const copied = (await ana.call(path)).text;
    expect(copied).toMatch(/\/v1\/drivers\/\{id\}.*\$API_KEY/s);
    expect(copied).toContain('errors#resource_missing"');
  });

  test("one that writes is kept with what it wrote, and each leads to the other", async () => {
    const ana_ng = { first_name: "Ana", last_name: "Ng", email: freshEmail() };
    const driver = (await ask("/v1/drivers", { json: ana_ng })).json.id;
    const key = "0e8d5a3c-payday-2026-11-27";
    const json = { driver_id: driver, amount: 500, currency: "usd" };
    const paid = await ask("/v1/payments/payout", { json, headers: { ...headers, "idempotency-key": key } });
    const url = (await Receiver.start()).url("/in");
    const hook = (await ask("/v1/webhooks", { json: { url, events: ["*"] } })).json.id;
    const list = (await ana.call(REQUESTS)).text;
    const paths = list.match(/(?<=href=")[^"]+\/requests\/(?:evt|made)_\w+(?=")/g) ?? [];
    const pages = await Promise.all(paths.slice(0, 3).map(async (path) => (await ana.call(path)).text));
    expect(pages).toEqual([
      expect.stringContaining(`webhooks/test/${hook}"`),
      expect.stringMatching(
        new RegExp(`payouts/test/${paid.json.id}".*events/test/evt_|${paid.headers["x-request-id"]}`, "s"),
      ),
      expect.stringContaining(`drivers/test/${driver}"`),
    ]);
    const payout = (await ana.call(`/developers/payouts/test/${paid.json.id}`)).text;
    expect(payout).toContain(`href="${paths[1]}"`);
    expect(payout).toContain("…-11-27");
    expect(payout).not.toContain(key);
    const page = await ana.call(`${HOME}/timeline?id=${paid.headers["x-request-id"]}`);
    expect(page.headers.location).toBe(paths[1]);
  });

  test("a successful one costs no write for the statistics, and a failed one two write units", async () => {
    const unitsOf = async (path: string) => {
      await cloud.clearUsage();
      await ask(path);
      return (await cloud.usage())["list-drivers"]?.writeUnits;
    };
    const quota = 1;
    expect(await unitsOf("/v1/drivers")).toBe(quota);
    expect(await unitsOf("/v1/drivers?nothing=1")).toBe(quota + 2);
  });

  test("successful ones are listed, with the latency of those before the newest one", async () => {
    const rowOf = async (reply: Awaited<ReturnType<typeof ask>>) => {
      const { text } = await ana.call(`${REQUESTS}?status=reads`);
      return new RegExp(`<tr(?:(?!<tr).)*Copy ${reply.headers["x-request-id"]}`, "s").exec(text)?.[0];
    };
    // A minute has four places. The instant chooses one, so the second may take that of the first.
    const { first, second } = await eventually(async () => {
      const pair = { first: await ask("/v1/drivers"), second: await ask("/v1/drivers?limit=2") };
      return (await rowOf(pair.first)) ? pair : undefined;
    });
    expect(await rowOf(first)).toMatch(/GET<.*\/v1\/drivers<.*>200<.*>\d+ ms</s);
    expect(await rowOf(second)).toMatch(/>Open<.*>–</s);
    const { text } = await ana.call(`${REQUESTS}?status=failed`);
    expect(text).not.toContain(String(first.headers["x-request-id"]));
  });
});
