import { Template } from "../../infra/local/base/template.ts";
import type { LocalMail } from "../../infra/local/ses/ses.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { assemblyDir } from "../support/cloud/assembly.ts";
import { bankAgrees } from "./bank-books.ts";
import { listAll, type Company, type Endpoint } from "./book.ts";
import { copiesAgree } from "./followers.ts";
import type { Knobs } from "./knobs.ts";
import { capsHold, proposalsAgree, settlementsAgree, taxesAgree } from "./money.ts";
import { must } from "./violation.ts";
import type { SimulatedCloud } from "./cloud.ts";
import type { Person } from "./people.ts";

const queues = new Template(assemblyDir).ids("AWS::SQS::Queue");

/** What must be true whenever it is looked at: the ledger adds up. */
export async function ledgerBalances(cloud: SimulatedCloud): Promise<void> {
  for (let input: Json = {}; input; ) {
    const { data = [], next } = await cloud.command("audit-ledger", input);
    must((data as Json[]).length === 0, "the ledger balances", () => JSON.stringify(data));
    input = next;
  }
}

/** What must be true once everything is at rest after the faults. */
export async function atRest(
  cloud: SimulatedCloud,
  companies: readonly Company[],
  people: readonly Person[],
  knobs: Knobs,
): Promise<void> {
  await nothingWaits(cloud);
  const [shared] = cloud.tenants.shared;
  must(shared === undefined, "a tenant in every key", () => String(shared));
  const [stored] = cloud.dryRuns.stored;
  must(stored === undefined, "a dry run stores nothing", () => String(stored));
  const [unlisted] = cloud.exercised.unlisted;
  must(unlisted === undefined, "an act writes what its list has", () => String(unlisted));
  await ledgerBalances(cloud);
  for (const company of companies) {
    const payouts = await listAll(company.partner, "/v1/payments");
    onePayoutAnIntention(company, payouts);
    await proposalsAgree(cloud, company, payouts);
    await sumsAgree(company, payouts);
    await eventsAgree(company, payouts);
    await settlementsAgree(cloud, company, payouts);
    await taxesAgree(cloud, company, payouts, knobs.start);
    await copiesAgree(cloud, knobs, company);
  }
  await capsHold(companies);
  if (knobs.bankDays > 0)
    await bankAgrees(
      cloud,
      companies.filter(({ credited }) => credited > 0),
    );
  await peopleAgree(cloud, people);
  await silencedStaySilent(cloud);
  for (const { partner } of companies) {
    const wish = { email: "last@drivers.example", first_name: "Last", last_name: "Ng" };
    const { status, text } = await partner.post("/v1/drivers", wish);
    must(status === 201, "the healed service works", () => `a new driver got ${status} ${text}`);
  }
}

/** Progress: queues and state machines are empty, but for what a schedule may have begun right now. */
async function nothingWaits(cloud: SimulatedCloud): Promise<void> {
  for (const queue of queues) {
    for (let left = 20; left > 0 && (await cloud.queueLength(queue)) > 0; left--)
      await cloud.world.sleep(60_000);
    const length = await cloud.queueLength(queue);
    must(length === 0, "everything comes to rest", () => `${queue} has ${length} messages`);
  }
  const waiting = cloud.waiting();
  must(waiting.length === 0, "everything comes to rest", () => `${waiting.join(", ")} has not ended`);
}

function onePayoutAnIntention({ intentions }: Company, payouts: readonly Json[]): void {
  const byIntent = Map.groupBy(payouts, ({ metadata }) => metadata.intent as string);
  for (const [intent, count] of byIntent)
    must(
      count.length === 1 && intentions.has(intent),
      "one payout an intention",
      () => `${intent} made ${count.map(({ id }) => id).join(" and ")}`,
      ...count.map(({ id }) => id),
    );
  for (const { key, reply } of intentions.values())
    if (reply?.status === 201)
      must(
        byIntent.has(key),
        "acknowledged is never lost",
        () => `${reply.json.id} of ${key} is in no list`,
        reply.json.id,
      );
  for (const { id, status } of payouts)
    must(
      status !== "pending" && status !== "processing",
      "nothing stays pending",
      () => `${id} is ${status}`,
      id,
    );
}

async function sumsAgree({ partner, drivers }: Company, payouts: readonly Json[]): Promise<void> {
  const counted = await partner.read("/v1/payments?limit=1");
  must(
    counted.total_count === payouts.length,
    "counts equal lists",
    () => `${counted.total_count} payouts are counted, and ${payouts.length} listed`,
  );
  const listed = await listAll(partner, "/v1/drivers");
  const kept = drivers.filter(({ isDeleted }) => !isDeleted);
  for (const { id } of kept)
    must(
      listed.some((driver) => driver.id === id),
      "acknowledged is never lost",
      () => `${id} is in no list`,
      id,
    );
  for (const { id, lifetime_payouts } of listed) {
    const sum = payouts
      .filter(({ driver_id, status }) => driver_id === id && status === "completed")
      .reduce((total, { amount }) => total + amount, 0);
    must(
      lifetime_payouts === sum,
      "sums equal lists",
      () => `${id} has ${lifetime_payouts}, and its payouts are ${sum}`,
      id,
    );
  }
}

/** What an event numbers: an object, a gig platform of a driver, or a driver's quarter. */
const objectOf = ({ data }: Json): string =>
  data.id ?? [data.object, data.driver_id, data.platform ?? `${data.q} of ${data.year}`].join(" ");

/** An event exists if and only if its change committed, its numbers have no gap, and receivers got it. */
async function eventsAgree(company: Company, payouts: readonly Json[]): Promise<void> {
  const { partner, endpoints } = company;
  const events = await listAll(partner, "/v1/events");
  const byObject = Map.groupBy(events, objectOf);
  for (const { id, status, created_at, completed_at, failed_at } of payouts) {
    const types = (byObject.get(id) ?? []).map(({ type }) => type.replace("payment.", ""));
    const changes = status === "refunded" ? ["completed", status] : [status];
    const isAtOnce = completed_at === created_at || failed_at === created_at;
    if (!isAtOnce) changes.unshift("pending");
    const what = () => `${id} is ${status} and has ${types.join()}`;
    must(
      changes.every((type) => types.includes(type)),
      "an event for each change",
      what,
      id,
    );
    must(types.length === changes.length, "an event only for a change", what, id);
  }
  const ids = new Set(payouts.map(({ id }) => id));
  for (const [id, of] of byObject) {
    const isKnown = !id.startsWith("pay_") || ids.has(id);
    must(isKnown, "an event only for a change", () => `${of[0]?.type} names ${id}`, id);
    const numbers = of.map(({ data }) => data.sequence).sort((a, b) => a - b);
    must(
      numbers.every((number, i) => number === i + 1),
      "sequences have no gap",
      () => `${id} has ${numbers.join()}`,
      id,
    );
  }
  for (const endpoint of endpoints) await eventsArrive(company, endpoint, events);
}

/** What a receiver never took was tried as often as the schedule says. */
const ATTEMPTS = 4;
/** An event has the time of its environment. */
const SKEW_MS = 5_000;

async function eventsArrive(
  { partner }: Company,
  { id: of, receiver, since, wasOff }: Endpoint,
  events: readonly Json[],
) {
  must(
    receiver.unwanted.length === 0,
    "a disabled endpoint gets no request",
    () => `port ${receiver.port} got ${receiver.unwanted.join()} while its endpoint was disabled`,
    ...receiver.unwanted.slice(0, 1),
  );
  must(
    receiver.unverified.length === 0,
    "each delivery is signed",
    () => `port ${receiver.port} could not verify ${receiver.unverified.length} deliveries`,
    ...receiver.unverified.slice(0, 1),
  );
  const missed = events.filter(
    ({ id, created_at }) => Date.parse(created_at) > since + SKEW_MS && !receiver.acknowledged.has(id),
  );
  if (wasOff || missed.length === 0) return;
  const deliveries = await listAll(partner, `/v1/webhooks/${of}/deliveries`);
  for (const { id, type } of missed) {
    const delivery = deliveries.find(({ event_id }) => event_id === id);
    const shown = delivery && (await partner.read(`/v1/webhooks/${of}/deliveries/${delivery.id}`));
    const isGivenUp = shown?.status === "failed" && shown.attempts.length >= ATTEMPTS;
    must(
      isGivenUp,
      "each event is delivered",
      () => `${type} ${id} did not reach port ${receiver.port}, and its delivery is ${shown?.status}`,
      id,
      delivery?.id ?? "",
    );
  }
}

const DAY = 86_400_000;

/** A sandbox signup is stored for a day. */
export async function timersEnd(cloud: SimulatedCloud, people: readonly Person[]): Promise<void> {
  for (const { signup, isSandbox, startedAt } of people) {
    if (!signup || !isSandbox || cloud.world.now - startedAt > 0.9 * DAY) continue;
    const { json } = await cloud.call(`/api/agent/signups/${signup}`);
    must(json.status === "account_opened", "no timer is lost", () => `${signup} is ${json.status}`, signup);
  }
}

async function silencedStaySilent(cloud: SimulatedCloud): Promise<void> {
  const mails = (await cloud.call("/_local/mailbox/json")).json as LocalMail[];
  for (const [email, since] of cloud.silenced) {
    const late = mails.filter(({ to, at }) => to.includes(email) && Date.parse(at) > since);
    must(
      late.length === 0,
      "suppressed mailboxes are silent",
      () => `a mailbox that wants no email got "${late[0]?.subject}"`,
    );
  }
}

async function peopleAgree(cloud: SimulatedCloud, people: readonly Person[]): Promise<void> {
  const mails = (await cloud.call("/_local/mailbox/json")).json as LocalMail[];
  for (const { email, signup, isSandbox, act, isDone, link, erasedAt } of people) {
    const late = mails.filter(
      ({ to, at }) => erasedAt !== undefined && to.includes(email) && Date.parse(at) > erasedAt,
    );
    must(
      late.length === 0,
      "the erased stay erased",
      () => `an erased person got "${late[0]?.subject}"`,
      signup ?? "",
    );
    if (!signup || isSandbox) continue;
    const { status, json } = await cloud.call(`/api/agent/signups/${signup}`);
    if (erasedAt !== undefined)
      must(status === 404, "the erased stay erased", () => `${signup} is ${status}`, signup);
    else if (act === "confirm" && isDone) {
      must(
        json.status === "waitlist_joined",
        "a confirmation holds",
        () => `${signup} is ${json.status}`,
        signup,
      );
      const receipt = await cloud.call(`${link}/receipt`);
      must(
        receipt.status === 200,
        "a receipt if and only if an act",
        () => `${signup} confirmed, and has no receipt`,
        signup,
      );
    } else if (act === "disown" && isDone)
      must(json.status === "declined", "a confirmation holds", () => `${signup} is ${json.status}`, signup);
    else if (link) {
      const receipt = await cloud.call(`${link}/receipt`);
      must(
        receipt.status !== 200,
        "a receipt if and only if an act",
        () => `${signup} has a receipt`,
        signup,
      );
    }
  }
}
