import { expect, test } from "@jest/globals";
import { freshEmail } from "../support/cloud/cloud.ts";
import { mailsTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { DashboardVisitor, hiddenIn, keyIn } from "../support/dashboard/dashboard.ts";
import { SoftPasskey } from "../support/dashboard/soft-passkey.ts";
import { payoutTo } from "../support/partner/payouts.ts";
import { Partner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();
const [TEAM, KEYS] = ["/developers/account/test/team", "/developers/keys/test"];
const PROPOSALS = "/v1/payments/proposals";
const pathOf = (id: string) => `/developers/proposals/test/${id}`;

/** An account that asks for two approvals, whose admin made the key that proposes. */
async function newTeam() {
  const ana = await new DashboardVisitor(cloud).signIn("Four Eyes");
  const join = async (role: string) => {
    const email = freshEmail();
    await ana.post(TEAM, "/developers/account/team/invite", { email, role });
    return new DashboardVisitor(cloud, email).signIn();
  };
  const [bo, cy, dev] = [await join("approver"), await join("approver"), await join("developer")];
  await ana.post(TEAM, "/developers/account/team/approvals", { approvals: "2" });
  const agent = new Partner(
    cloud,
    keyIn(await ana.post(KEYS, `${KEYS}/create`, { name: "A", access: "all" })),
    "",
    "",
  );
  const devices = new Map<DashboardVisitor, SoftPasskey>();
  for (const who of [ana, bo, cy]) devices.set(who, await new SoftPasskey(cloud.url).addTo(who, "Phone"));
  const payouts = [payoutTo((await agent.driver()).id)];
  const propose = async () => (await agent.create(PROPOSALS, { payouts, reason: "Week 47" })).id;
  /** `signs`: the proposal whose page the passkey answers. */
  const approve = async (who: DashboardVisitor, id: string, signs = id) => {
    const hidden = hiddenIn(await who.call(pathOf(id)));
    const form_passkey = devices.get(who)?.answerTo(await who.call(pathOf(signs))) ?? "";
    const { status } = await who.submit(`${pathOf(id)}/approve`, { ...hidden, form_passkey });
    return [status, (await agent.read(`${PROPOSALS}/${id}`)).status];
  };
  return { agent, ana, bo, cy, dev, propose, approve };
}

test("two members approve by passkeys that sign these payouts, and neither made the key nor approves twice", async () => {
  const { agent, ana, bo, cy, dev, propose, approve } = await newTeam();
  const [id, other] = [await propose(), await propose()];
  expect([await approve(bo, id, other), await approve(ana, id)]).toEqual([
    [400, "pending"],
    [409, "pending"],
  ]);
  expect((await dev.post(pathOf(id), `${pathOf(id)}/approve`)).status).toBe(403);
  expect([await approve(bo, id), await approve(bo, id), await approve(cy, id)]).toEqual([
    [303, "pending"],
    [409, "pending"],
    [303, "approved"],
  ]);
  const { receipts } = await agent.read(`${PROPOSALS}/${id}`);
  const [first, second] = receipts.map((each: string) =>
    JSON.parse(Buffer.from(each.split(".")[1] ?? "", "base64url").toString()),
  );
  expect([first.prev, second.prev]).toEqual([undefined, first.jti]);
});

test("of many approvals at once two count, and no member approves a foreign, canceled or expired proposal", async () => {
  const { agent, bo, cy, propose, approve } = await newTeam();
  const [id, canceled, expired] = [await propose(), await propose(), await propose()];
  const tabs = [bo, cy, bo, cy].map((who) => approve(who, id).catch(() => [0]));
  const statuses = (await Promise.all(tabs)).map(([status]) => status);
  if (statuses.filter((status) => status === 303).length < 2)
    for (const who of [bo, cy]) await approve(who, id).catch(() => 0);
  await cloud.advance("2m");
  const { receipts, status, batch_id } = await agent.read(`${PROPOSALS}/${id}`);
  expect([receipts.length, status]).toEqual([2, "approved"]);
  expect((await agent.read(`/v1/payments/batches/${batch_id}`)).counts.created).toBe(1);
  const stranger = (await newTeam()).cy;
  expect((await stranger.call(pathOf(canceled))).status).toBe(404);
  const forms = [await bo.call(pathOf(canceled)), await bo.call(pathOf(expired))];
  await agent.post(`${PROPOSALS}/${canceled}/cancel`, undefined);
  await cloud.advance("4d");
  const sent = [canceled, expired].map((each, i) =>
    bo.submit(`${pathOf(each)}/approve`, hiddenIn(forms[i] as never)),
  );
  for (const { status } of await Promise.all(sent)) expect(status).toBeGreaterThanOrEqual(303);
  for (const [each, end] of [
    [canceled, "canceled"],
    [expired, "expired"],
  ])
    expect((await agent.read(`${PROPOSALS}/${each}`)).status).toBe(end);
  expect((await agent.read("/v1/payments")).total_count).toBe(1);
});

test("a dry run names the email that approvers then get, whose link approves nothing and names no amount", async () => {
  const { agent, bo } = await newTeam();
  const body = { payouts: [payoutTo((await agent.driver()).id)], reason: "Pay $100 now" };
  const { dry_run } = await agent.create(`${PROPOSALS}?dry_run=true`, body);
  expect([dry_run.emails, dry_run.events]).toEqual([["proposal"], ["proposal.created"]]);
  const { id } = await agent.create(PROPOSALS, body);
  await cloud.advance("1m");
  const [mail, ...more] = (await mailsTo(cloud, bo.email)).filter(({ text }) => text.includes(id));
  expect([more, /[\d$]/.test(mail?.subject ?? "1"), mail?.text.includes("$100")]).toEqual([[], false, false]);
  const link = /https?:\/\/\S+\/proposals\/\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  expect((await bo.call(new URL(link).pathname)).status).toBe(200);
  expect((await agent.read(`${PROPOSALS}/${id}`)).status).toBe("pending");
});

test("a member declines, and then its page asks for no approval", async () => {
  const { agent, bo, cy, propose, approve } = await newTeam();
  const id = await propose();
  await cy.call(pathOf(id));
  expect((await bo.post(pathOf(id), `${pathOf(id)}/decline`)).status).toBe(303);
  expect((await agent.read("/v1/events?type=proposal.declined")).data).toMatchObject([
    { data: { id, status: "declined" } },
  ]);
  await expect(approve(cy, id)).rejects.toThrow("asks for no passkey");
});
