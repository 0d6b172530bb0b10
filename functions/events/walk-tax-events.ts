import { KEY_WARNING_DAYS } from "../../shared/domain/account/api-key.ts";
import { dayOf, plusDays } from "../../shared/domain/day.ts";
import { Driver } from "../../shared/domain/driver/driver.ts";
import { yearPeriod } from "../../shared/domain/earnings/period.ts";
import { lastIdBefore } from "../../shared/domain/ids.ts";
import { ONLY } from "../../shared/domain/event/event.ts";
import { quarterDue } from "../../shared/domain/event/tax-events.ts";
import type { LedgerPage } from "../../shared/domain/ledger/ledger-page.ts";
import { isLive, Mode, type Owner } from "../../shared/domain/owner.ts";
import type { FormCheck } from "../../shared/domain/tax/form-check.ts";
import { taxRules } from "../../shared/domain/tax/years/tax-rules.ts";
import { taxSums } from "../../shared/domain/tax/tax-sums.ts";
import {
  owesQuarter,
  type QuarterWalk,
  quarterlyDue,
  type TaxPage,
  type TaxWalk,
} from "../../shared/domain/tax/tax-walk.ts";
import type { TaxRules } from "../../shared/domain/tax/years/tax-year.ts";
import { contribute } from "../../shared/http/savings/contribute.ts";
import { syncEarnings } from "../../shared/http/guard/sync-earnings.ts";
import { serveQueue } from "../../shared/http/serve/serve-queue.ts";
import { countInStage, logFault, logger } from "../../shared/http/serve/telemetry.ts";
import { auditNight } from "../../shared/operators/ledger/audit-night.ts";
import { listAccountsAfter } from "../../shared/store/account/account-directory.ts";
import { findAccounts } from "../../shared/store/account/accounts.ts";
import { type DriverYear, yearOf } from "../../shared/store/driver/driver-years.ts";
import { listDriversAfter } from "../../shared/store/driver/drivers.ts";
import { findEarnings } from "../../shared/store/earnings/earnings.ts";
import { emitWrite } from "../../shared/store/event/events.ts";
import { freezeNextDay, hasUnsettledDay, isPlace } from "../../shared/store/ledger/frozen-days.ts";
import { listPayouts } from "../../shared/store/payout/payout-lists.ts";
import { listDueContributions, putMark } from "../../shared/store/savings/contributions.ts";
import { withFormer } from "../../shared/domain/savings/agreement.ts";
import { listAgreementsAfter, putStatementRequest } from "../../shared/store/savings/statements.ts";
import type { Write } from "../../shared/store/table/table.ts";
import { outboxWrite } from "../../shared/store/table/outbox.ts";
import { moveWalk } from "../../shared/store/tax/tax-walks.ts";
import { issueLateForms } from "../../shared/tax-forms/deleted-driver-forms.ts";
import { correctForms } from "../../shared/tax-forms/form-1099-issuing.ts";
import { formsReady } from "../../shared/tax-forms/forms-ready.ts";

/** A transaction takes 100 writes. A form is three: the document, the driver's reference and the event. */
const PAGE = 25;

/**
 * Accounts, and each one's drivers or days in both modes, a result page a message. The transaction of a page
 * writes the next one to the outbox, so a failed page is retried, and none is skipped. Between the walks, it
 * corrects forms of drivers that changed.
 */
export const handler = serveQueue("walk-tax-events", () => async ({ body }) => {
  const page = JSON.parse(body) as TaxPage | FormCheck | LedgerPage;
  const now = new Date();
  if (page.kind === "form_check") return `form check: ${await correctForms(page, page.driver_id, now)} forms`;
  if (page.kind === "ledger_page") return `ledgers: ${await auditNight(page, now)}`;
  const { of, walk } = page;
  const outcome = await ("shard" in of
    ? accountsPage(page, of.shard, now)
    : walk.event === "settlement.frozen"
      ? settlementsPage(page, of, now)
      : walk.event === "contribution.settled"
        ? contributionsPage(page, of, now)
        : walk.event === "earnings.synced"
          ? earningsPage(page, of, now)
          : walk.event === "savings.statement"
            ? statementsPage(page, of, walk.year, now)
            : driversPage(page, walk, of, now));
  return `${page.walk.event}: ${outcome}`;
});

/** In both modes, with the next page of accounts. */
async function accountsPage(page: TaxPage, shard: string, now: Date): Promise<string> {
  const accounts = await listAccountsAfter(shard, page.after, PAGE);
  const last = accounts.at(-1);
  if (last === undefined) return "empty";
  const all = accounts.flatMap((account_id) => Mode.options.map((mode): Owner => ({ account_id, mode })));
  const owners = await concerned(page.walk, all, now);
  if (page.walk.event === "earnings.synced") await warnOfOldPayouts(all, now);
  const pages = owners.map((of): TaxPage => ({ kind: "tax_page", walk: page.walk, of }));
  const warnings =
    page.walk.event === "earnings.synced" ? await warningsOf(accounts, page.walk.day, now) : [];
  const isNew = await moveWalk(page, last, warnings, [...pages, ...nextOf(page, accounts, last)], now);
  return `${accounts.length} accounts${isNew ? "" : ", duplicate"}`;
}

/** Most accounts have no movement on most days, so they need no page. The sandbox sends no email. */
async function concerned({ event }: TaxPage["walk"], owners: readonly Owner[], now: Date): Promise<Owner[]> {
  if (event === "savings.statement") return owners.filter(isLive);
  const isConcerned =
    event === "settlement.frozen"
      ? (owner: Owner) => hasUnsettledDay(owner, now)
      : event === "contribution.settled"
        ? async (owner: Owner) => (await listDueContributions(owner, undefined, 1, now)).due.length > 0
        : async () => true;
  const found = await Promise.all(owners.map(isConcerned));
  return owners.filter((_, i) => found[i]);
}

/** For keys that end a week after the day, in the transaction that ends the page, so once. */
async function warningsOf(accounts: readonly string[], day: string, now: Date): Promise<Write[]> {
  const endsOn = plusDays(day, KEY_WARNING_DAYS);
  return (await findAccounts(accounts)).flatMap(({ account_id, keys = [] }) => {
    const ending = keys.filter((key) => key.valid_until?.startsWith(endsOn) && key.expires_at === undefined);
    const key_ids = ending.map(({ key_id }) => key_id);
    if (key_ids.length === 0) return [];
    return [outboxWrite({ kind: "mail", mail: "key_expiry", account_id, key_ids, day: endsOn }, now)];
  });
}

/** A payout or a contribution takes some days. One that takes longer waits for a person. */
const OPEN_FOR_MS = 5 * 24 * 60 * 60 * 1000;
const openSince = (now: Date) => new Date(now.getTime() - OPEN_FOR_MS).toISOString();

function warnOfOpen({ account_id, mode }: Owner, what: "contributions" | "payouts"): void {
  logger.warn("waits", { operation: "walk-tax-events", account_id, mode, what });
  countInStage("MoneyWaits");
}

/** Nothing fails while a rail never decides about a payout. */
async function warnOfOldPayouts(owners: readonly Owner[], now: Date): Promise<void> {
  const old = { status: "pending", to: lastIdBefore("pay_", openSince(now)) } as const;
  const found = await Promise.all(owners.map((owner) => listPayouts(owner, old, { limit: 1 })));
  for (const [i, owner] of owners.entries()) if (found[i]?.data.length) warnOfOpen(owner, "payouts");
}

/** A rail may take three seconds for each. */
const CONTRIBUTIONS_AT_ONCE = 5;

/** One that fails has no effect on others: the next day's walk begins after those that are finished. */
async function contributionsPage(page: TaxPage, owner: Owner, now: Date): Promise<string> {
  const { due, mark } = await listDueContributions(owner, page.after, PAGE, now);
  const last = due.at(-1);
  if (!last) return "empty";
  const finished: boolean[] = [];
  for (let i = 0; i < due.length; i += CONTRIBUTIONS_AT_ONCE) {
    const group = due.slice(i, i + CONTRIBUTIONS_AT_ONCE);
    const results = await Promise.allSettled(group.map((one) => contribute(owner, one, now)));
    for (const result of results)
      if (result.status === "rejected") logFault("walk-tax-events", result.reason);
    finished.push(...results.map((result) => result.status === "fulfilled" && result.value));
  }
  const open = finished.indexOf(false);
  if (due.some(({ send_at }, i) => !finished[i] && send_at < openSince(now)))
    warnOfOpen(owner, "contributions");
  const reached = due[(open === -1 ? due.length : open) - 1];
  if (reached && (page.after ?? mark) === mark) await putMark(owner, reached.id, now);
  const isNew = await moveWalk(page, last.id, [], nextOf(page, due, last.id), now);
  return `${due.length} contributions, ${finished.filter(Boolean).length} finished${isNew ? "" : ", duplicate"}`;
}

/** A long day takes many pages, and each says in its message where it is. */
async function settlementsPage({ day, ...page }: TaxPage, owner: Owner, now: Date): Promise<string> {
  const found = await freezeNextDay(owner, now, day);
  if (!found) return "no day";
  const isLong = isPlace(found);
  const after = isLong ? found.after : found.date;
  const isNew = await moveWalk(page, after, [], [{ ...page, after, ...(isLong && { day: found }) }], now);
  return `${found.date} ${isLong ? `until ${after}` : "frozen"}${isNew ? "" : ", duplicate"}`;
}

async function statementsPage(page: TaxPage, owner: Owner, year: number, now: Date): Promise<string> {
  const found = await listAgreementsAfter(owner, page.after, PAGE);
  const last = found.at(-1)?.driver_id;
  if (last === undefined) return "empty";
  const stated = found.flatMap(withFormer);
  const requested = await Promise.all(stated.map((agreement) => putStatementRequest(agreement, year, now)));
  await moveWalk(page, last, [], nextOf(page, found, last), now);
  return `${found.length} agreements, ${requested.filter(Boolean).length} statements`;
}

async function driversPage(page: TaxPage, walk: TaxWalk, owner: Owner, now: Date): Promise<string> {
  const rules = taxRules(walk.year);
  if (!rules) throw new Error(`The tax year ${walk.year} has no rules. Add them to tax-rules.ts.`);
  const isFirst = page.after === undefined && walk.event === "tax.1099.ready";
  const late = isFirst ? await issueLateForms(owner, rules, now) : 0;
  const found = await listDriversAfter(owner, page.after, PAGE);
  const years = found.map((items) => yearOf(items, rules.year));
  const last = years.at(-1)?.driver.id;
  if (last === undefined) return late > 0 ? `no drivers, ${late} events` : "empty";

  const { writes, events } =
    walk.event === "tax.1099.ready"
      ? await formsReady(owner, years, rules, now)
      : await quartersDue(walk, owner, years, rules, now);
  const isNew = await moveWalk(page, last, writes, nextOf(page, found, last), now);
  return `${found.length} drivers, ${events + late} events${isNew ? "" : ", duplicate"}`;
}

/** A connection that fails has no effect on the others. The next day's walk reads what it missed. */
async function earningsPage(page: TaxPage, owner: Owner, now: Date): Promise<string> {
  const found = await listDriversAfter(owner, page.after, PAGE);
  const last = found.at(-1)?.[0].sk as string | undefined;
  if (last === undefined) return "empty";
  const connections = found.flatMap(([profile]) => {
    const { id, platforms_connected = [] } = Driver.parse(profile);
    return [...platforms_connected].map((platform) => syncEarnings(owner, id, platform, now));
  });
  const results = await Promise.allSettled(connections);
  const failed = results.filter(({ status }) => status === "rejected");
  for (const { reason } of failed as PromiseRejectedResult[]) logFault("walk-tax-events", reason);
  await moveWalk(page, last, [], nextOf(page, found, last), now);
  return `${found.length} drivers, ${results.length - failed.length} syncs, ${failed.length} failed`;
}

/** A result page that is not full is the last. */
const nextOf = ({ kind, walk, of }: TaxPage, found: readonly unknown[], after: string): TaxPage[] =>
  found.length < PAGE ? [] : [{ kind, walk, of, after }];

async function quartersDue(
  walk: QuarterWalk,
  owner: Owner,
  years: readonly DriverYear[],
  rules: TaxRules,
  now: Date,
): Promise<{ writes: Write[]; events: number }> {
  const owing = await Promise.all(years.map((year) => owes(walk, owner, year, rules, now)));
  const writes = years
    .filter((_, i) => owing[i])
    .map(({ driver }) =>
      emitWrite(owner, quarterDue, { ...quarterlyDue(walk.year, walk.q, driver.id), sequence: ONLY }, now),
    );
  return { writes, events: writes.length };
}

async function owes(
  walk: QuarterWalk,
  owner: Owner,
  year: DriverYear,
  rules: TaxRules,
  now: Date,
): Promise<boolean> {
  const months = await findEarnings(owner, year.driver.id, yearPeriod(rules.year));
  return owesQuarter(taxSums(rules.year, months, year.logged), rules, walk.q, dayOf(now));
}
