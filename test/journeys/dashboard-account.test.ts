import { beforeAll, describe, expect, test } from "@jest/globals";
import type { LocalMail } from "../../infra/local/ses/ses.ts";
import type { Reply } from "../../infra/local/test/support/http.ts";
import { missingFrom } from "../support/cloud/browserless.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { mailsTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import {
  accountOf,
  activitiesOf,
  DashboardVisitor,
  keyIn,
  memberOf,
} from "../support/dashboard/dashboard.ts";
import { pageOf } from "../support/page.ts";
import { Receiver } from "../support/partner/receiver.ts";
import { signInTeam, type Team } from "../support/dashboard/team.ts";

const HOME = "/developers/home/test";
const TEAM = "/developers/account/test/team";
const REQUESTS = "/developers/home/test/requests";

const cloud = await sharedCloud();

const signedIn = (company: string) => new DashboardVisitor(cloud).signIn(company);

const change = async (
  admin: DashboardVisitor,
  email: string,
  to: string,
  fields: Record<string, string> = {},
) => admin.post(TEAM, `/developers/account/team/${await memberOf(admin, email)}/${to}`, fields);

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
    const page = pageOf(await new DashboardVisitor(cloud).call(link));
    expect(page.form("/developers/sign-in/ask").value("email")).toBe(viewer.email);
    expect(page.addresses).not.toContain("/developers/sign-in/register");
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
  await cloud.command("verify-account", { account: await accountOf(ana) });
  expect(await add()).toBe(400);
});

test("each change leaves a record with its member, its objects and its result", async () => {
  const ana = await signedIn("Record");
  await ana.post(HOME, "/developers/keys/test/create", { name: "Key", access: "all" });
  await ana.post(HOME, "/developers/keys/test/key_nothing/revoke");
  const [revoked, created, signed] = await activitiesOf(ana);
  expect(missingFrom(revoked ?? "", "Revoke a test key", "key_nothing", "Refused", ana.email)).toEqual([]);
  expect([created, signed]).toEqual(
    ["Create a test key", "Sign in"].map((words) => expect.stringContaining(words)),
  );
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
    const home = async () => pageOf(await ana.call(HOME)).text;
    expect(await eventually(async () => (await home()).includes("3 succeeded, 1 failed"))).toBe(true);
  });

  test("the failed ones are grouped by error, without what was sent, and can be copied without the key", async () => {
    await ask("/v1/drivers/drv_00000000000000000000000000");
    await ask("/v1/drivers/drv_00000000000000000000000001");
    await ask("/v1/drivers", { json: { email: "secret@person.example" } });
    const page = pageOf(await ana.call(REQUESTS));
    const rows = ["Resource missing", "Parameter missing"].map((error) => page.row(error).cells.slice(1, 4));
    expect(rows).toEqual([
      ["GET /v1/drivers/{id}", "404", "2"],
      ["POST /v1/drivers", "400", "1"],
    ]);
    expect(page.text).toContain("parameter_missing: first_name");
    expect(page.text).not.toContain("secret@person.example");
    const listed = pageOf(await ana.call(page.link("Resource missing").replace("#requests", "")));
    const copied = pageOf(await ana.call(`${REQUESTS}/${listed.id("fail")}`));
    expect(missingFrom(copied.codes.join(), "/v1/drivers/{id}", "$API_KEY")).toEqual([]);
    expect(copied.addresses).toContainEqual(expect.stringContaining("errors#resource_missing"));
  });

  test("one that writes is kept with what it wrote, and each leads to the other", async () => {
    const ana_ng = { first_name: "Ana", last_name: "Ng", email: freshEmail() };
    const driver = (await ask("/v1/drivers", { json: ana_ng })).json.id;
    const key = "0e8d5a3c-payday-2026-11-27";
    const json = { driver_id: driver, amount: 500, currency: "usd" };
    const paid = await ask("/v1/payments/payout", { json, headers: { ...headers, "idempotency-key": key } });
    const url = (await Receiver.start()).url("/in");
    const hook = (await ask("/v1/webhooks", { json: { url, events: ["*"] } })).json.id;
    const paths = pageOf(await ana.call(REQUESTS)).addresses.filter((to) => to.startsWith(`${REQUESTS}/`));
    const pages = await Promise.all(paths.slice(0, 3).map((path) => ana.call(path)));
    const wrote = [`webhooks/test/${hook}`, `payouts/test/${paid.json.id}`, `drivers/test/${driver}`];
    expect(pages.map((page) => pageOf(page).addresses)).toEqual(
      wrote.map((path) => expect.arrayContaining([`/developers/${path}`])),
    );
    const payout = pageOf(await ana.call(`/developers/payouts/test/${paid.json.id}`));
    expect(payout.addresses).toContain(paths[1]);
    expect(payout.fact("Idempotency key").text).toBe("…-11-27");
    expect(payout.text).not.toContain(key);
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
    const rowOf = async ({ headers }: Reply) => {
      const { rows } = pageOf(await ana.call(`${REQUESTS}?status=reads`));
      return rows.find(({ text }) => text.includes(String(headers["x-request-id"])))?.cells;
    };
    // A minute has four places. The instant chooses one, so the second may take that of the first.
    const { first, second } = await eventually(async () => {
      const pair = { first: await ask("/v1/drivers"), second: await ask("/v1/drivers?limit=2") };
      return (await rowOf(pair.first)) ? pair : undefined;
    });
    const latency = expect.stringMatching(/^\d+ ms$/);
    expect((await rowOf(first))?.slice(0, 3)).toEqual(["GET /v1/drivers", "200", latency]);
    expect((await rowOf(second))?.slice(0, 3)).toEqual(["GET /v1/drivers", "Open", "–"]);
    const { text } = await ana.call(`${REQUESTS}?status=failed`);
    expect(text).not.toContain(String(first.headers["x-request-id"]));
  });
});
