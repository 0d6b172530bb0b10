import type { Json } from "../../infra/local/test/support/http.ts";
import { freezesAt } from "../../shared/domain/ledger/settlement.ts";
import { quarterlyDueDays } from "../../shared/domain/tax/tax-dates.ts";
import { listAll, type Company } from "./book.ts";
import type { SimulatedCloud } from "./cloud.ts";
import { must } from "./violation.ts";

const DAY = 86_400_000;
const sum = <T>(items: readonly T[], of: (one: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);
const dayOf = (instant: string): string => instant.slice(0, 10);

/** Statements equal what moved, each begins where the one before ended, and payouts are in them. */
export async function settlementsAgree(
  cloud: SimulatedCloud,
  { partner }: Company,
  payouts: readonly Json[],
) {
  const name = "settlements equal payouts";
  const moves = Map.groupBy(await listAll(partner, "/v1/balance_transactions"), ({ created_at }) =>
    dayOf(created_at),
  );
  const settlements = (await listAll(partner, "/v1/settlements")).reverse();
  for (const [i, { date, number, totals, opening, previous_sha256 }] of settlements.entries()) {
    const before = settlements[i - 1];
    must(
      number === i + 1 &&
        (!before ||
          (previous_sha256 === before.sha256 && JSON.stringify(opening) === JSON.stringify(before.closing))),
      name,
      () => `the settlement of ${date} has number ${number}, and does not follow the one before`,
    );
    const said = new Map((totals as Json[]).map(({ type, count, amount }) => [type, `${count} ${amount}`]));
    const moved = Map.groupBy(moves.get(date) ?? [], ({ type }) => type as string);
    for (const type of new Set([...said.keys(), ...moved.keys()])) {
      const of = moved.get(type) ?? [];
      const summary = `${of.length} ${sum(of, ({ amount }) => amount)}`;
      must(
        (said.get(type) ?? "0 0") === summary,
        name,
        () => `${date} says ${type} ${said.get(type)} and had ${summary}`,
      );
    }
  }
  const isFrozen = (day: string) => freezesAt(day, 1).getTime() + DAY / 24 < cloud.world.now;
  for (const day of moves.keys())
    must(
      !isFrozen(day) || settlements.some(({ date }) => date === day),
      name,
      () => `${day} has no settlement`,
    );
  const last = settlements.at(-1);
  if (!last || ![...moves.keys()].every(isFrozen)) return;
  const { drivers, fees, savings_pending, savings_sent } = last.closing;
  const arrived = payouts.filter(({ completed_at }) => completed_at !== null);
  const paid = sum(arrived, ({ amount, refunded_amount }) => amount - refunded_amount);
  const settled = drivers + fees + savings_pending + savings_sent;
  must(
    settled === paid,
    name,
    () => `${settled} cents are settled by ${last.date}, and ${paid} were paid out`,
  );
}

/** A proposal has one end, and only an approved one pays: what its text says, each payout at most once. */
export async function proposalsAgree(
  cloud: SimulatedCloud,
  { partner, proposals }: Company,
  payouts: readonly Json[],
): Promise<void> {
  for (const { id, intents, replies } of proposals) {
    const { status, text, batch_id } = await partner.read(`/v1/payments/proposals/${id}`);
    cloud.exercised.count(`proposals ${status}`);
    const won = replies.filter((reply) => reply?.status === 200);
    must(
      status !== "pending" && won.length <= 1 && won.every((reply) => reply?.json.status === status),
      "a proposal has one end",
      () => `${id} is ${status}, and got ${won.map((reply) => reply?.json.status).join(" and ")}`,
      id,
    );
    const said = new Map(
      (JSON.parse(text).payouts as Json[]).map((payout) => [payout.metadata.intent, payout]),
    );
    const paid = payouts.filter(({ metadata }) => intents.includes(metadata.intent));
    for (const { id: payment, metadata, amount, driver_id } of paid) {
      const as = said.get(metadata.intent);
      must(
        status === "approved" && as?.amount === amount && as?.driver_id === driver_id,
        "only an approved proposal pays, as its text says",
        () => `${payment} of ${amount} is of ${id}, which is ${status} and says ${as?.amount}`,
        payment,
        id,
      );
    }
    if (!batch_id) continue;
    const { counts } = await partner.read(`/v1/payments/batches/${batch_id}`);
    must(
      counts.created === paid.length && counts.pending === 0,
      "only an approved proposal pays, as its text says",
      () =>
        `${batch_id} of ${id} made ${counts.created}, ${counts.pending} are pending, and ${paid.length} are listed`,
      id,
    );
  }
}

/** In cents. */
const THRESHOLDS: Record<string, number> = { 2025: 60_000, 2026: 200_000 };
/** The instants of the walk of a quarter, and of the forms of a year. */
const walkAt = (due: string): number => Date.parse(`${due}T06:00:00Z`) - 14 * DAY;
const formsAt = (year: number): number => Date.parse(`${year + 1}-01-15T06:00:00Z`);

/** What a payout adds to a form, and the tips of it: less what a bank returned, half a cent up. */
function reportedOf({ amount, tip_amount, refunded_amount, refund_reason }: Json) {
  const lost = refund_reason === "repaid" ? 0 : refunded_amount;
  return {
    gross: amount - lost,
    tips: tip_amount - Math.floor((2 * tip_amount * lost + amount) / (2 * amount)),
  };
}

/** What the tax pages of a driver say equals the payouts, earnings and drives. */
export async function taxesAgree(
  cloud: SimulatedCloud,
  { partner, drivers, drives }: Company,
  payouts: readonly Json[],
  since: number,
) {
  const events = await listAll(partner, "/v1/events");
  const years = [...new Set([since, cloud.world.now].map((at) => new Date(at).getUTCFullYear()))];
  const kept = drivers.filter(({ isDeleted }) => !isDeleted);
  for (const { id } of kept)
    for (const year of years.filter((each) => THRESHOLDS[each])) {
      const of = payouts.filter((p) => p.driver_id === id && p.completed_at?.startsWith(`${year}`));
      const gross = sum(of, (payout) => reportedOf(payout).gross);
      const tips = sum(of, (payout) => reportedOf(payout).tips);
      const summary = await partner.read(`/v1/tax/${id}/summary?year=${year}`);
      const earned = await partner.read(`/v1/earnings/${id}?period=${year}-01-01..${year}-12-31`);
      const about = events.filter(({ data }) => data.driver_id === id && data.year === year);
      must(
        summary.reported_on_1099 === gross && summary.gross_income === earned.total_earnings,
        "forms equal payouts and earnings",
        () =>
          `${id} has ${summary.reported_on_1099} and ${summary.gross_income} in ${year}, and got ${gross} and ${earned.total_earnings}`,
        id,
      );
      const { reported_tips } = summary.deductions.tips_exemption;
      must(
        reported_tips === tips && tips <= gross,
        "forms equal payouts and earnings",
        () => `${id} has ${reported_tips} of tips in ${year}, and got ${tips} within ${gross}`,
        id,
      );
      drivesAreLogged(drives, summary, id);
      const { status, json } = await partner.get(`/v1/tax/${id}/1099?year=${year}`);
      must(
        (json.gross_amount === gross && json.tip_amount === tips) ||
          (status === 404 && gross < (THRESHOLDS[year] ?? 0)),
        "forms equal payouts and earnings",
        () =>
          `${id} got ${gross} in ${year}, and its form is ${status} ${json.gross_amount} with ${json.tip_amount} of ${tips}`,
        id,
      );
      if (status === 200 && formsAt(year) + DAY / 12 < cloud.world.now) formHasEvent(about, json, id);
      quartersHaveEvents(cloud, { summary, about, events, since }, id);
    }
}

function drivesAreLogged(drives: Company["drives"], { year, deductions }: Json, id: string): void {
  const logged = drives.filter(({ driver, date }) => driver === id && date.startsWith(`${year}`));
  const { miles } = deductions.mileage;
  const least = sum(logged, (drive) => (drive.isSure ? drive.miles : 0));
  must(
    miles >= least && miles <= sum(logged, (drive) => drive.miles),
    "acknowledged is never lost",
    () => `${id} has ${miles} miles in ${year}, and logged ${logged.length} drives`,
    id,
  );
}

/** From 15 January on, a form is issued, and has one event. */
function formHasEvent(about: readonly Json[], form: Json, id: string): void {
  const ready = about.filter(({ type, data }) => type === "tax.1099.ready" && data.id === form.id);
  must(
    !form.provisional && ready.length === 1,
    "a tax event comes once",
    () => `the form of ${id} for ${form.year} has ${ready.length} events`,
    id,
  );
}

type DriverYear = { summary: Json; about: readonly Json[]; events: readonly Json[]; since: number };

/** 14 days before a due date, each driver with something to pay gets one event, and no other does. */
function quartersHaveEvents(
  { world }: SimulatedCloud,
  { summary, about, events, since }: DriverYear,
  id: string,
) {
  const amounts = new Map((summary.quarterly_estimates as Json[]).map(({ q, amount }) => [q, amount]));
  for (const { q, due } of quarterlyDueDays(summary.year)) {
    const at = walkAt(due);
    const count = about.filter(({ type, data }) => type === "tax.quarterly.due" && data.q === q).length;
    const isKnown = events.some(
      ({ type, data, created_at }) =>
        type === "earnings.synced" && data.driver_id === id && Date.parse(created_at) < at - DAY / 24,
    );
    const isWalked = at > since && at + DAY / 8 < world.now;
    const owes = (amounts.get(q) ?? 0) > 0;
    const least = isWalked && isKnown && owes ? 1 : 0;
    must(
      count >= least && count <= (owes ? 1 : 0),
      "a tax event comes once",
      () => `${id} owes ${amounts.get(q)} for ${q} of ${summary.year}, and has ${count} events`,
      id,
    );
  }
}

/** The most in a tax year, in cents: what the law allows, and what a person chose. */
const LAW = 750_000;
export const capOf = (email: string): number => (/[02468]@/.test(email) ? 2_000 : LAW);

/** In test mode, a person is another saver for each company. */
export async function capsHold(companies: readonly Company[]): Promise<void> {
  for (const { partner, drivers } of companies) {
    const saved = new Map<string, number>();
    for (const { driver_id, tax_year, status, amount } of await listAll(partner, "/v1/contributions")) {
      const email = drivers.find(({ id }) => id === driver_id)?.email;
      if (!email || status === "reversed") continue;
      const whose = `${email} for ${tax_year}`;
      saved.set(whose, (saved.get(whose) ?? 0) + amount);
      must(
        (saved.get(whose) as number) <= capOf(email),
        "the cap of savings holds",
        () => `${saved.get(whose)} cents of ${whose} were saved`,
        driver_id,
      );
    }
  }
}
