import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { createDriver } from "../../shared/domain/driver/driver.ts";
import { entriesOfType } from "../../shared/domain/ledger/entry.ts";
import { payoutEntry } from "../../shared/domain/ledger/payout-entries.ts";
import type { Owner } from "../../shared/domain/owner.ts";
import { type Payout, PayoutStatus } from "../../shared/domain/payout/payout.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { paymentIndexes } from "../../shared/store/keys/indexes.ts";
import { keys } from "../../shared/store/keys/keys.ts";
import { type Cloud, startCloud } from "../support/cloud/cloud.ts";
import { withTable } from "../support/journeys/tax-crowd.ts";
import { newPartner } from "../support/partner/platform.ts";
import { printTable, progress, verdict } from "./print-table.ts";
import { median } from "./statistics.ts";

const FEW = 1_000;
/** `BENCH_PAYOUTS=1000000 npm run bench` for a million. */
const MANY = Number(process.env.BENCH_PAYOUTS ?? 200_000);
/** Of each thousand payouts. A driver's are few and counted one by one, so a longer list has more drivers. */
const DRIVERS = 20;
const CALLS = 15;
/** Most payouts are in the whole days between two partial ones. These have as many in both tables. */
const WHOLE_DAYS = 40;
const IN_PARTIAL_DAYS = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

type Cost = { calls: number; readUnits: number; ms: number };

/** The cost of a result page in a short and in a long list, by each filter. The long one costs no more. */
export async function reportListCosts(): Promise<void> {
  const few = await costsWith(FEW);
  const many = await costsWith(MANY);
  const rows = [...few].map(([filter, before]) => {
    const after = many.get(filter) as Cost;
    const isFlat = after.calls <= before.calls && after.readUnits <= before.readUnits;
    return [
      filter,
      ...[before, after].flatMap((cost) => [cost.calls, cost.readUnits, cost.ms]),
      verdict(`list by ${filter}: the cost does not grow with the list`, isFlat),
    ];
  });
  printTable(
    `A page of 10 payouts, with the exact total, of ${FEW.toLocaleString("en-US")} and of ${MANY.toLocaleString("en-US")}`,
    ["filter", "calls", "read units", "p50 ms", "calls", "read units", "p50 ms", "verdict"],
    rows,
  );
}

async function costsWith(count: number): Promise<Map<string, Cost>> {
  const dataDir = mkdtempSync(join(tmpdir(), "bench-lists-"));
  try {
    const { key, owner } = await newKey(dataDir);
    const driver = await fill(dataDir, owner, count);
    forgetTheStream(dataDir);
    const cloud = await startCloud({ dataDir });
    progress(`Pages of ${count.toLocaleString("en-US")} payouts`);
    const filters = [
      "",
      `&driver_id=${driver}`,
      "&status=completed",
      `&driver_id=${driver}&status=completed`,
    ];
    const noon = (days: number) => new Date(midnight() - days * DAY_MS + DAY_MS / 2).toISOString();
    const window = `&created_after=${noon(WHOLE_DAYS + 1)}&created_before=${noon(0)}`;
    filters.push(...filters.map((filter) => filter + window));
    const kinds = ["none", "driver", "status", "driver and status"];
    const names = [...kinds, ...kinds.map((kind) => `${kind}, two instants`)];
    const costs = new Map<string, Cost>();
    for (const [i, filter] of filters.entries()) {
      costs.set(names[i] ?? "", await costOf(cloud, key, "list-payouts", `/v1/payments?limit=10${filter}`));
    }
    const ofMovements = ["", `&driver_id=${driver}`, "&type=payout_completed", window];
    for (const [i, filter] of ofMovements.entries()) {
      const path = `/v1/balance_transactions?limit=10${filter}`;
      const name = `movements, ${[...kinds.slice(0, 2), "type", "two instants"][i]}`;
      costs.set(name, await costOf(cloud, key, "list-balance-transactions", path));
    }
    const settled = await settledDays(cloud, key);
    costs.set("settlements", await costOf(cloud, key, "list-settlements", "/v1/settlements?limit=10"));
    costs.set("contributions", await costOf(cloud, key, "list-contributions", "/v1/contributions?limit=10"));
    costs.set("settlement's day", await costOf(cloud, key, "get-settlement", `/v1/settlements/${settled}`));
    await cloud.end();
    return costs;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const midnight = () => Math.floor(Date.now() / DAY_MS) * DAY_MS;

async function newKey(dataDir: string): Promise<{ key: string; owner: Owner }> {
  const cloud = await startCloud({ dataDir });
  // Live and growth, so that the sandbox's quota is never met.
  const { key, accountId } = await newPartner(cloud, { live: true });
  await cloud.command("verify-account", { account: accountId });
  await cloud.command("set-tier", { account: accountId, tier: "growth" });
  await cloud.end();
  return { key, owner: { account_id: accountId, mode: "live" } };
}

/** Puts payouts with all that is kept beside them straight into the table; answers one of their drivers. */
async function fill(dataDir: string, owner: Owner, count: number): Promise<string> {
  const now = new Date();
  const drivers = Array.from({ length: (DRIVERS * count) / 1_000 }, () =>
    createDriver({ email: "a@example.com", first_name: "A", last_name: "B" }, now),
  );
  const tallies = new Map<string, Record<string, number>>();
  const tally = (name: string, status: string) => {
    const counts = tallies.get(name) ?? {};
    tallies.set(name, { ...counts, [status]: (counts[status] ?? 0) + 1 });
  };
  await withTable(dataDir, async ({ put }) => {
    for (let done = 0; done < count; done += 1_000) {
      progress(`Filling: ${done.toLocaleString("en-US")} of ${count.toLocaleString("en-US")} payouts`);
      const entries: Record<string, unknown>[] = [];
      const some = Array.from({ length: Math.min(1_000, count - done) }, async (_, i) => {
        const driver = drivers[(done * DRIVERS) / 1_000 + (i % DRIVERS)];
        const payout = payoutOf(driver?.id ?? "", done + i, count);
        const entry = await payoutEntry(undefined, payout);
        entries.push({ ...keys.entry(owner, entry.id), ...entry });
        const day = payout.created_at.slice(0, 10);
        for (const name of [payout.driver_id, "all", day])
          for (const counted of [payout.status, entriesOfType(entry.type)]) tally(name, counted);
        const indexes = paymentIndexes(owner, payout.id, payout.driver_id, payout.status);
        return { ...keys.payment(owner, payout.id), ...indexes, ...payout, entries: [entry.id] };
      });
      await put(await Promise.all(some));
      await put(entries);
    }
    await put(drivers.map((driver) => ({ ...keys.driver(owner, driver.id), ...driver })));
    await put(drivers.map(({ id }) => ({ ...keys.driverTotals(owner, id), ...tallies.get(id) })));
    // As sixteen shards, of which the first has it all: the query reads sixteen items either way.
    const shards = Array.from({ length: 16 }, (_, i) => String(i).padStart(2, "0"));
    const counts = (shard: string, name: string) => (shard === "00" ? tallies.get(name) : { completed: 0 });
    await put(shards.map((shard) => ({ ...keys.count(owner, "payments", shard), ...counts(shard, "all") })));
    for (const day of daysFilled()) {
      const items = shards.map((shard) => ({
        ...keys.dayCount(owner, "payments", `${day}#${shard}`, ""),
        ...counts(shard, day),
      }));
      await put(items);
    }
  });
  return drivers[0]?.id ?? "";
}

/** What was filled in is no news to the relay, and reading it all would take the time that is measured. */
function forgetTheStream(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, "dynamodb.sqlite"));
  database.exec("DELETE FROM _stream_records");
  database.close();
}

const daysFilled = () =>
  Array.from({ length: WHOLE_DAYS + 2 }, (_, i) =>
    new Date(midnight() - i * DAY_MS).toISOString().slice(0, 10),
  );

/** The first payouts are in the two partial days, and the others in the days between. */
function payoutOf(driver_id: string, i: number, count: number): Payout {
  const inPartial = i < IN_PARTIAL_DAYS;
  const day = inPartial ? (i % 2) * (WHOLE_DAYS + 1) : 1 + (i % WHOLE_DAYS);
  const share = inPartial ? i / IN_PARTIAL_DAYS : i / count;
  const at = new Date(midnight() - day * DAY_MS + Math.floor(share * (DAY_MS - 1)));
  const status = PayoutStatus.options[i % PayoutStatus.options.length] ?? "completed";
  return {
    ...createPayout({ driver_id, amount: 10_000, currency: "usd", method: "standard" }, undefined, at),
    status,
  };
}

/** Freezes the whole days, and returns one of them. */
async function settledDays(cloud: Cloud, key: string): Promise<string> {
  await cloud.invoke("start-tax-walks", { scheduled_at: new Date(midnight()).toISOString() });
  const headers = { authorization: `Bearer ${key}` };
  return eventually(async () => {
    const { data, total_count } = (await cloud.call("/v1/settlements", { headers })).json;
    return total_count >= WHOLE_DAYS && data.at(-1).date;
  }, 300_000);
}

async function costOf(cloud: Cloud, key: string, operation: string, path: string): Promise<Cost> {
  const headers = { authorization: `Bearer ${key}` };
  const times: number[] = [];
  await cloud.call(path, { headers });
  await cloud.clearUsage();
  while (times.length < CALLS) {
    const startedAt = performance.now();
    const { status } = await cloud.call(path, { headers });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    times.push(performance.now() - startedAt);
  }
  const use = (await cloud.usage())[operation];
  const reads = ["dynamodb:Query", "dynamodb:GetItem", "dynamodb:BatchGetItem"];
  const calls = reads.reduce((sum, action) => sum + (use?.calls[action] ?? 0), 0) / CALLS;
  return { calls, readUnits: (use?.readUnits ?? 0) / CALLS, ms: median(times) };
}
