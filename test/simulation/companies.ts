import type { Json, Reply } from "../../infra/local/test/support/http.ts";
import { openForm } from "../support/cloud/browserless.ts";
import { newPartner, type Partner } from "../support/partner/platform.ts";
import { AGREE, savingsPath } from "../support/partner/savings.ts";
import { listAll, Company, type Driver, type Intention, insist, mustRepeat, untilItWorks } from "./book.ts";
import { must } from "./violation.ts";
import type { SimulatedCloud } from "./cloud.ts";
import { follower } from "./followers.ts";
import { endOf, type Knobs } from "./knobs.ts";
import { capOf } from "./money.ts";
import { sendDryFirst } from "./dry-runs.ts";
import type { Manner, Receivers } from "./receivers.ts";

const HOUR = 3_600_000;
const PAYOUT = "/v1/payments/payout";
export const PROPOSALS = "/v1/payments/proposals";
const MANNERS: Manner[] = [204, 200, 500, 503, 429, "hang", "refuse"];

/** A company's program: it hires, pays, takes back, changes endpoints and looks, until its day ends. */
export async function company(cloud: SimulatedCloud, knobs: Knobs, receivers: Receivers, book: Company[]) {
  const { world } = cloud;
  await world.sleep(world.between(0, knobs.pauseMs));
  const of = new Company(await untilItWorks(cloud, () => newPartner(cloud)));
  book.push(of);
  sendDryFirst(of.partner, knobs, world);
  const scopes = { account: of.partner.accountId, scopes: "payments:propose" };
  const agent = await untilItWorks(cloud, () => newPartner(cloud, scopes));
  sendDryFirst(agent, knobs, world);
  const acts = actsOf(toolsOf(cloud, knobs, receivers, of), agent);
  await acts.register();
  await acts.hire();
  // Companies have drivers with the same mailboxes, and the first one saves.
  await acts.save(["agree"]);
  const weighted = Object.entries(WEIGHTS).flatMap(
    ([name, weight]) => Array(weight).fill(name) as (keyof typeof acts)[],
  );
  const acting = async () => {
    while (world.now < endOf(knobs)) {
      await world.sleep(-Math.log(1 - world.random()) * knobs.pauseMs);
      await acts[world.pick(weighted)]();
    }
  };
  await Promise.all([acting(), follower(cloud, knobs, of)]);
}

const WEIGHTS = {
  hire: 3,
  pay: 14,
  payAgain: 3,
  burst: 2,
  move: 6,
  batch: 2,
  propose: 3,
  fund: 1,
  register: 1,
  toggle: 2,
  rotate: 1,
  save: 3,
  rename: 2,
  connect: 2,
  disconnect: 1,
  drive: 1,
  rush: 2,
  fire: 1,
  look: 4,
};

type Tools = ReturnType<typeof toolsOf>;

/** How a company asks. */
export function toolsOf(cloud: SimulatedCloud, { deaf, bad }: Knobs, receivers: Receivers, of: Company) {
  const { world } = cloud;
  const { partner } = of;
  const key = () => `intent-${of.intentions.size}-${Math.floor(world.random() * 1e9)}`;
  const ask = ({ path, json, key: name }: Pick<Intention, "path" | "json" | "key">) =>
    partner.call(path, { method: "POST", json, headers: { "idempotency-key": name } });
  const once = (path: string, json?: unknown) => {
    const name = key();
    return insist(cloud, () => ask({ path, json, key: name }), deaf);
  };
  const known = () => of.drivers.filter(({ isDeleted }) => !isDeleted);
  const intend = async (json: object) => {
    const name = key();
    const path = PAYOUT;
    const intention: Intention = {
      path,
      json: { ...json, metadata: { intent: name } },
      key: name,
      at: world.now,
    };
    of.intentions.set(name, intention);
    const reply = await insist(cloud, () => ask(intention), deaf);
    if (reply) intention.reply = reply;
  };
  const wish = (driver: Driver) => {
    const amount = Math.floor(world.between(100, 50_000));
    return {
      driver_id: driver.id,
      amount,
      tip_amount: Math.floor((amount * (amount % 4)) / 3),
      currency: "usd",
      method: world.pick(["standard", "instant"]),
    };
  };
  const paidOut = (): Json[] =>
    [...of.intentions.values()].flatMap(({ reply }) => (reply?.status === 201 ? [reply.json] : []));

  return { cloud, world, of, partner, receivers, deaf, bad, key, ask, once, known, intend, wish, paidOut };
}

const actsOf = (tools: Tools, agent: Partner) => ({
  ...staffing(tools),
  ...paying(tools),
  ...proposing(tools, agent),
  ...settling(tools),
  ...hooking(tools),
});

const staffing = ({ cloud, world, of, partner, deaf, once, known }: Tools) => ({
  hire: async () => {
    const email = `d${of.drivers.length}@drivers.example`;
    const reply = await once("/v1/drivers", {
      email,
      first_name: "Ana",
      last_name: "Ng",
    });
    if (reply?.status !== 201) return;
    of.drivers.push({ id: reply.json.id, email, isDeleted: false });
    await once(`/v1/drivers/${reply.json.id}/bank-accounts`, { plaid_token: "public-sandbox-token-6789" });
  },
  fire: async () => {
    const driver = world.pick(known());
    if (!driver || known().length < 2) return;
    const reply = await insist(
      cloud,
      () => partner.call(`/v1/drivers/${driver.id}`, { method: "DELETE" }),
      deaf,
    );
    // The answer of an earlier try may be lost, and this one is a 404.
    driver.isDeleted ||= reply !== undefined && (reply.status < 300 || reply.status === 404);
  },
  /** Several change one driver at once, and each change has an event. */
  rename: async () => {
    const driver = world.pick(known());
    const change = (i: number) => ({ metadata: { [`k${i}`]: String(Math.floor(world.now)) } });
    const send = (i: number) =>
      partner.call(`/v1/drivers/${driver?.id}`, { method: "PATCH", json: change(i) });
    if (driver) await Promise.all([1, 2, 3].map((i) => insist(cloud, () => send(i), deaf)));
  },
  save: async (deeds = ["agree", "change", "end"]) => {
    const driver = world.pick(known());
    // The law's limits are known from 2026 on, in which savings began.
    if (!driver || world.now < Date.UTC(2026, 0, 1)) return;
    await once(savingsPath(driver.id), {});
    const act = world.pick(deeds);
    const choice = { ...AGREE, percent: world.pick([5, 50]), yearly_cap: capOf(driver.email) };
    await once(`/v1/test_helpers/savings/${driver.id}/act`, { ...(act !== "end" && choice), act });
  },
  /** A driver lets a gig platform tell what they earn. The form is sent twice. */
  connect: async () => {
    const driver = world.pick(known());
    const wish = { platform: "uber", redirect_url: "https://app.example.com/connected" };
    const reply = driver && (await once(`/v1/earnings/${driver.id}/connect`, wish));
    if (reply?.status !== 201) return;
    const form = await openForm(cloud, `/connect/${reply.json.state}`).catch(() => undefined);
    await Promise.all([1, 2].map(() => form?.post({ decision: "allow" }).catch(() => {})));
  },
  disconnect: async () => {
    const path = `/v1/earnings/${world.pick(known())?.id}/connections/uber`;
    await insist(cloud, () => partner.call(path, { method: "DELETE" }), deaf);
  },
  drive: async () => {
    const driver = world.pick(known());
    if (!driver) return;
    const drive = { date: new Date(world.now).toISOString().slice(0, 10), miles: 1 + of.drives.length };
    const reply = await once(`/v1/tax/${driver.id}/mileage`, { ...drive, purpose: "delivery" });
    if (reply === undefined || reply.status === 201)
      of.drives.push({ ...drive, driver: driver.id, isSure: reply !== undefined });
  },
});

export const paying = ({ cloud, world, of, deaf, key, ask, once, known, intend, wish }: Tools) => ({
  pay: async () => {
    const driver = world.pick(known());
    if (driver) await intend(wish(driver));
  },
  /** The answer of a repeated request is the first one, byte by byte. */
  payAgain: async () => {
    const intention = world.pick([...of.intentions.values()].filter(({ reply }) => reply?.status === 201));
    if (!intention?.reply || world.now - intention.at > 20 * 3_600_000) return;
    const again = await insist(cloud, () => ask(intention), 0);
    if (again) mustRepeat(intention.reply, again, intention.key, intention.reply.json.id);
  },
  /** Several ask for the same at once. */
  burst: async () => {
    const driver = world.pick(known());
    if (!driver) return;
    const name = key();
    const intention: Intention = {
      path: PAYOUT,
      json: { ...wish(driver), metadata: { intent: name } },
      key: name,
      at: world.now,
    };
    of.intentions.set(name, intention);
    const replies = await Promise.all([1, 2, 3].map(() => insist(cloud, () => ask(intention), deaf)));
    const good = replies.filter((reply): reply is Reply => reply?.status === 201);
    for (const reply of good) mustRepeat(good[0] as Reply, reply, name, reply.json.id);
    if (good[0]) intention.reply = good[0];
  },
  /** A driver who saves gets several payouts at once, which together may pass the cap. */
  rush: async () => {
    const driver = world.pick(known());
    const rich = () => ({
      ...wish(driver as Driver),
      amount: Math.floor(world.between(10_000, 50_000)) * world.pick([1, 20]),
      tip_amount: 9_999,
    });
    if (driver) await Promise.all([1, 2, 3, 4].map(() => intend({ ...rich(), method: "instant" })));
  },
  batch: async () => {
    const some = known().slice(0, 4);
    if (some.length === 0) return;
    const payouts = some.map((driver) => {
      const { method: _, ...row } = wish(driver);
      const name = key();
      of.intentions.set(name, { path: "batch", json: row, key: name, at: world.now });
      return { ...row, metadata: { intent: name } };
    });
    await once("/v1/payments/batches", { payouts });
  },
});

/** An agent may pay nothing by itself. Of what it proposes, people and programs decide at once. */
const proposing = ({ cloud, world, of, deaf, key, once, known, wish }: Tools, agent: Partner) => ({
  propose: async () => {
    const some = known().slice(0, 3);
    if (some.length === 0) return;
    const payouts = some.map((driver) => {
      const { method: _, ...row } = wish(driver);
      const intent = key();
      of.intentions.set(intent, { path: "proposal", json: row, key: intent, at: world.now });
      return { ...row, metadata: { intent } };
    });
    const expires = world.now + world.pick([20_000, 60_000]);
    const json = { payouts, reason: "The week", expires_at: new Date(expires).toISOString() };
    const headers = { "idempotency-key": key() };
    const proposal = await insist(cloud, () => agent.post(PROPOSALS, json, headers), deaf);
    const paid = await insist(cloud, () => agent.post(PAYOUT, payouts[0]), deaf);
    must(paid === undefined || paid.status === 403, "an agent pays nothing", () => `${paid?.text}`);
    if (proposal?.status !== 201) return;
    const { id } = proposal.json;
    await world.sleep(world.pick([0, 2_000, expires - world.now]));
    const approve = `/v1/test_helpers/proposals/${id}/approve`;
    const wishes = [approve, approve, approve, `${PROPOSALS}/${id}/cancel`];
    const calls = [world.pick(wishes), world.pick(wishes), ...(world.chance(0.3) ? [approve] : [])];
    const replies = await Promise.all(calls.map((path) => once(path)));
    of.proposals.push({ id, intents: payouts.map(({ metadata }) => metadata.intent), replies });
  },
});

const settling = ({ cloud, world, partner, once, known, intend, wish, paidOut }: Tools) => ({
  /** Two moves race for a payout. A refusal names a winner. */
  move: async () => {
    const driver = world.chance(0.5) ? world.pick(known()) : undefined;
    // It is pending for a minute.
    if (driver) await intend({ ...wish(driver), method: "standard" });
    const payout = driver ? paidOut().at(-1) : world.pick(paidOut());
    if (!payout) return;
    const to = (move: string) => `/v1/test_helpers/payments/${payout.id}/${move}`;
    const paths = [`/v1/payments/${payout.id}/cancel`, to("complete"), to("fail"), to("refund")];
    const calls = [world.pick(paths), world.pick(paths)];
    const reason = payout.amount % 2 === 0 ? "returned" : "repaid";
    const bodyOf = (path: string) => (path === to("refund") ? { reason } : undefined);
    const replies = await Promise.all(calls.map((path) => once(path, bodyOf(path))));
    // What is pending cannot be refunded, so that refusal has no winner.
    if (!replies.some((reply, i) => reply?.status === 409 && calls[i] !== to("refund"))) return;
    const { status } = await untilItWorks(cloud, () => partner.read(`/v1/payments/${payout.id}`));
    must(status !== "pending", "a 409 has a winner", () => `${payout.id} is pending after a 409`, payout.id);
  },
  fund: async () => void (await once("/v1/test_helpers/balance/fund", { amount: 1_000_000 })),
  /** What was acknowledged is there. */
  look: async () => {
    const payout = world.pick(paidOut());
    const reply = payout && (await insist(cloud, () => partner.get(`/v1/payments/${payout.id}`), 0));
    if (reply)
      must(
        reply.status === 200,
        "acknowledged is never lost",
        () => `${payout.id} got ${reply.status}`,
        payout.id,
      );
    if (world.chance(0.2)) await untilItWorks(cloud, () => listAll(partner, "/v1/payments"));
  },
});

const hooking = ({ cloud, world, of, partner, receivers, deaf, bad, once }: Tools) => ({
  register: async () => {
    if (of.endpoints.length >= 4) return;
    const receiver = receivers.open();
    receiver.manner = () => (world.chance(bad) ? world.pick(MANNERS) : 204);
    const reply = await once("/v1/webhooks", { url: receiver.url(), events: ["*"] });
    if (reply?.status !== 201) return;
    receiver.secret = reply.json.secret;
    of.endpoints.push({ id: reply.json.id, since: world.now, receiver, wasOff: false, rotations: 0 });
  },
  toggle: async () => {
    const endpoint = world.pick(of.endpoints);
    if (!endpoint) return;
    endpoint.wasOff = true;
    endpoint.receiver.offSince = undefined;
    const status = world.pick(["disabled", "active"]);
    const reply = await insist(
      cloud,
      () => partner.call(`/v1/webhooks/${endpoint.id}`, { method: "PATCH", json: { status } }),
      deaf,
    );
    if (reply?.json?.status === "disabled") endpoint.receiver.offSince = world.now;
  },
  rotate: async () => {
    const endpoint = world.pick(of.endpoints);
    // With more secrets at a time, some would end early.
    if (!endpoint || endpoint.rotations === 3) return;
    const turn = ++endpoint.rotations;
    const reply = await once(`/v1/webhooks/${endpoint.id}/rotate_secret`, {});
    const secret = reply?.json?.secret;
    if (secret === undefined) endpoint.receiver.secret = undefined;
    else if (endpoint.rotations === turn)
      // The old one is good for a day.
      world.after(world.between(60_000, 10 * HOUR), () => {
        if (endpoint.rotations === turn) endpoint.receiver.secret = secret;
      });
  },
});
