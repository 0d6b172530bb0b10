import { expect, test } from "@jest/globals";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { call } from "../support/cloud/mcp.ts";
import { opsWith } from "../support/cloud/ops.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner } from "../support/partner/platform.ts";

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
  expect(await ops(...refuse)).toMatchObject({
    code: 2,
    stdout: expect.stringMatching(
      `^${slug} would change from pending_review to refused. If it has keys, they work on.* accounts suspend ${slug}\n$`,
    ),
  });
  expect(await ops(...refuse, "--yes")).toMatchObject({ code: 0 });
  const refused = await startFor(slug);
  expect([refused.status, refused.json.error.code]).toEqual([400, "partner_unknown"]);
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
  const payout = () =>
    partner.call("/v1/payments/payout", {
      method: "POST",
      json: { driver_id: id, amount: 500, currency: "usd" },
    });
  const refused = await payout();
  expect([refused.status, refused.json.error.code]).toEqual([403, "account_suspended"]);
  const later = await newPartner(cloud, { account });
  for (const { get } of [live, later])
    expect((await get("/v1/drivers")).json.error?.code).toBe("account_suspended");
  expect((await ops("show", account)).stdout).toMatch(/suspended +true/);

  expect(await ops("accounts", "resume", account)).toMatchObject({ code: 0 });
  expect((await payout()).status).toBe(201);
  expect((await cloud.command("show", { id: account })).data).toMatchObject({ verified: true });
});

test("the list names a busy network, and a blocked one starts no signup until the block ends", async () => {
  const network = "127.252.7.0/24";
  const start = (json: object = {}) =>
    cloud.post("/api/agent/signups", { email: freshEmail(), ...json }, { from: "127.252.7.9" });
  for (const sandbox of [true, false]) expect((await start({ sandbox })).status).toBe(201);
  const mine = async () => {
    const { data } = JSON.parse((await ops("list", "networks", "--json")).stdout);
    return data.find((row: { network: string }) => row.network === network);
  };
  expect(await mine()).toEqual({ network, creation: 1, sandbox_signups: 1, blocked_until: "" });

  const block = ["networks", "block", network, "--days", "2", "--reason", "Ticket 31"];
  expect((await ops(...block, "--dry-run")).stdout).toContain(`${network} would be blocked until`);
  expect(await ops(...block, "--yes")).toMatchObject({ code: 0 });
  for (const sandbox of [true, false]) {
    const refused = await start({ sandbox });
    expect([refused.status, refused.json.error.code]).toEqual([429, "rate_limit_exceeded"]);
    expect(refused.json.error.message).toContain(`blocked your network ${network}. Try again in`);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(86_400);
  }
  expect((await mine()).blocked_until).toMatch(/^20/);
  const { data } = await cloud.command("list", { noun: "audit", command: "block-network" });
  expect(data).toContainEqual(
    expect.objectContaining({ objects: network, reason: "Ticket 31", result: "done" }),
  );

  expect(await ops("networks", "unblock", network)).toMatchObject({ code: 0 });
  expect((await start()).status).toBe(201);
});
