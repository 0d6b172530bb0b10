import { expect, test } from "@jest/globals";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { call } from "../support/cloud/mcp.ts";
import { opsWith } from "../support/cloud/ops.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { errorOf, newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();

const ops = (...args: string[]) => opsWith({}, ...args, "--url", cloud.url);

async function register() {
  const email = freshEmail();
  const company = `Taxi ${email.replace(/\W/g, " ")}`;
  const { json } = await cloud.post("/api/agent/partners", { company, email }, { from: freshAddress() });
  return { slug: json.partner_id as string, email, company };
}

/** What the tool of assistants returns to the same company and email again. */
const statusFor = async (email: string, company: string) =>
  (await call(cloud, "register_partner", { company, email })).structuredContent;

const startFor = (partner_id: string) =>
  cloud.post("/api/agent/signups", { email: freshEmail(), partner_id }, { from: freshAddress() });

test("a new partner is in the list of those that wait for a review, with a masked contact", async () => {
  const { slug, email, company } = await register();
  const { code, stdout } = await ops("list", "partners", "--status", "pending_review", "--json");
  const { data } = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(data).toContainEqual(
    expect.objectContaining({ partner_id: slug, company, contact: "p•••@e•••.com" }),
  );
  expect(stdout).not.toContain(email);
});

test("an approved partner is shown as approved, and is no longer in the list of the others", async () => {
  const { slug } = await register();
  expect(await ops("partners", "approve", slug)).toMatchObject({
    code: 0,
    stdout: `${slug} is approved, everywhere within a minute\n`,
  });
  expect((await ops("show", slug)).stdout).toMatch(/status +approved/);
  const { data } = await cloud.command("list", { noun: "partners", status: "pending_review" });
  expect(data).not.toContainEqual(expect.objectContaining({ partner_id: slug }));
  expect((await startFor(slug)).status).toBe(201);
});

test("a refused partner gets no new signups, and an approval lets it get them again, as a second registration says", async () => {
  const { slug, email, company } = await register();
  const refuse = ["partners", "refuse", slug, "--reason", "Ticket 30"];
  const preview = `^${slug} would change from pending_review to refused. If it has keys, they work on.* accounts suspend ${slug}\n$`;
  expect(await ops(...refuse)).toMatchObject({ code: 2, stdout: expect.stringMatching(preview) });
  const { code } = await ops(...refuse, "--yes");
  const { status, json } = await startFor(slug);
  expect([code, status, json.error.code]).toEqual([0, 400, "partner_unknown"]);
  const note = "The review refused this partner, so no signup is attributed to it any more.";
  expect(await statusFor(email, company)).toEqual({ partner_id: slug, status: "refused", note });
  expect(await ops(...refuse, "--yes")).toMatchObject({ code: 0, stdout: `${slug} is refused already\n` });
  await ops("partners", "approve", slug);
  await cloud.advance("61s");
  expect((await startFor(slug)).status).toBe(201);
  expect(await statusFor(email, company)).toMatchObject({ partner_id: slug, status: "approved" });
});

test("no key of a suspended account works, and after its resumption each works as before", async () => {
  const account = `suspended ${freshEmail()}`;
  const partner = await newPartner(cloud, { account });
  const live = await newPartner(cloud, { live: true, account });
  await cloud.command("verify-account", { account });
  const { id } = await partner.driver();
  const suspend = ["accounts", "suspend", account, "--reason", "Ticket 31"];
  expect((await ops(...suspend, "--dry-run")).stdout).toMatch(
    /^acct_\w+ and its 2 keys would change from not suspended to suspended\n$/,
  );
  expect(await ops(...suspend, "--yes")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("suspended"),
  });
  const pay = () => partner.post("/v1/payments/payout", { driver_id: id, amount: 500, currency: "usd" });
  const later = await newPartner(cloud, { account });
  for (const refused of [await pay(), await live.get("/v1/drivers"), await later.get("/v1/drivers")])
    expect(errorOf(refused)).toEqual([403, "account_suspended", null]);
  expect((await ops("show", account)).stdout).toMatch(/suspended +true/);

  const { code } = await ops("accounts", "resume", account);
  expect([code, (await pay()).status]).toEqual([0, 201]);
  expect((await cloud.command("show", { id: account })).data).toMatchObject({ verified: true });
});

/** The line of a network in the operators' list. */
const listed = async (network: string) => {
  const { data } = JSON.parse((await ops("list", "networks", "--json")).stdout);
  return data.find((row: { network: string }) => row.network === network);
};

test("the list names a busy network, and a blocked one starts no signup until the block ends", async () => {
  const network = "127.252.7.0/24";
  const start = (sandbox: boolean) =>
    cloud.post("/api/agent/signups", { email: freshEmail(), sandbox }, { from: "127.252.7.9" });
  const both = async () => [await start(true), await start(false)];
  const first = (await both()).map(({ status }) => status);
  const counts = { network, creation: 1, sandbox_signups: 1, blocked_until: "" };
  expect([...first, await listed(network)]).toEqual([201, 201, counts]);
  const block = ["networks", "block", network, "--days", "2", "--reason", "Ticket 31"];
  expect((await ops(...block, "--dry-run")).stdout).toContain(`${network} would be blocked until`);
  await ops(...block, "--yes");
  const message = expect.stringContaining(`blocked your network ${network}. Try again in`);
  for (const { status, json, headers } of await both()) {
    expect({ status, ...json.error }).toMatchObject({ status: 429, code: "rate_limit_exceeded", message });
    expect(Number(headers["retry-after"])).toBeGreaterThan(86_400);
  }
  const { data } = await cloud.command("list", { noun: "audit", command: "block-network" });
  const done = { objects: network, reason: "Ticket 31", result: "done" };
  expect([(await listed(network)).blocked_until, data]).toEqual([
    expect.stringMatching(/^20/),
    expect.arrayContaining([expect.objectContaining(done)]),
  ]);
  const { code } = await ops("networks", "unblock", network);
  expect([code, (await start(false)).status]).toEqual([0, 201]);
});
