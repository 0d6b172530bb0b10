import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createDriver } from "../../shared/domain/driver/driver.ts";
import type { Owner } from "../../shared/domain/owner.ts";
import { createPayout, type Payout, PayoutStatus } from "../../shared/domain/payout/payout.ts";
import { keys, paymentIndexes } from "../../shared/store/keys/keys.ts";
import { type Cloud, startCloud } from "../support/cloud/cloud.ts";
import { withTable } from "../support/journeys/tax-crowd.ts";
import { newPartner } from "../support/partner/platform.ts";
import { printTable, verdict } from "./print-table.ts";
import { progress } from "./progress.ts";

const FEW = 1_000;
/** `BENCH_PAYOUTS=1000000 npm run bench` for a million. */
const MANY = Number(process.env.BENCH_PAYOUTS ?? 200_000);
const DRIVERS = 20;
const CALLS = 15;

type Cost = { calls: number; readUnits: number; ms: number };

/** The cost of a result page of payouts in a short and in a long list, by each filter. Both must be equal. */
export async function reportListCosts(): Promise<void> {
  const few = await costsWith(FEW);
  const many = await costsWith(MANY);
  const rows = [...few].map(([filter, before]) => {
    const after = many.get(filter) as Cost;
    const isFlat = before.calls === after.calls && before.readUnits === after.readUnits;
    const ms = ({ ms }: Cost) => Math.round(ms * 10) / 10;
    return [
      filter,
      ...[before, after].flatMap((cost) => [cost.calls, cost.readUnits, ms(cost)]),
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
    const names = ["none", "driver", "status", "driver and status"];
    const costs = new Map<string, Cost>();
    for (const [i, filter] of filters.entries()) {
      costs.set(names[i] ?? "", await costOf(cloud, key, `/v1/payments?limit=10${filter}`));
    }
    await cloud.end();
    return costs;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

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
  const drivers = Array.from({ length: DRIVERS }, () =>
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
      const some = Array.from({ length: Math.min(1_000, count - done) }, (_, i) => {
        const payout = payoutOf(drivers[i % DRIVERS]?.id ?? "", done + i, now);
        tally(payout.driver_id, payout.status);
        tally("all", payout.status);
        const indexes = paymentIndexes(owner, payout.driver_id, payout.status);
        return { ...keys.payment(owner, payout.id), ...indexes, ...payout };
      });
      await put(some);
    }
    await put(drivers.map((driver) => ({ ...keys.driver(owner, driver.id), ...driver })));
    await put(drivers.map(({ id }) => ({ ...keys.driverTotals(owner, id), ...tallies.get(id) })));
    // As sixteen shards, of which the first has it all: the query reads sixteen items either way.
    const shards = Array.from({ length: 16 }, (_, i) => String(i).padStart(2, "0"));
    const counts = (shard: string) => (shard === "00" ? tallies.get("all") : { completed: 0 });
    await put(shards.map((shard) => ({ ...keys.count(owner, "payments", shard), ...counts(shard) })));
  });
  return drivers[0]?.id ?? "";
}

/** What was filled in is no news to the relay, and reading it all would take the time that is measured. */
function forgetTheStream(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, "dynamodb.sqlite"));
  database.exec("DELETE FROM _stream_records");
  database.close();
}

function payoutOf(driver_id: string, i: number, now: Date): Payout {
  const at = new Date(now.getTime() - i * 1_000);
  const status = PayoutStatus.options[i % 4] ?? "completed";
  return {
    ...createPayout({ driver_id, amount: 10_000, currency: "usd", method: "standard" }, [], at),
    status,
  };
}

async function costOf(cloud: Cloud, key: string, path: string): Promise<Cost> {
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
  const use = (await cloud.usage())["list-payouts"];
  const reads = ["dynamodb:Query", "dynamodb:GetItem"];
  const calls = reads.reduce((sum, action) => sum + (use?.calls[action] ?? 0), 0) / CALLS;
  times.sort((a, b) => a - b);
  const ms = times[Math.floor(times.length / 2)] ?? 0;
  return { calls, readUnits: (use?.readUnits ?? 0) / CALLS, ms };
}
