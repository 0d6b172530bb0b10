import type { Use } from "../../infra/local/platform/usage.ts";
import type { Budget } from "../../shared/contract/operation.ts";
import { type CostCase, costCases } from "./cost-cases.ts";
import type { Call, HttpClient } from "./http-client.ts";
import { printTable, verdict } from "./print-table.ts";
import { progress } from "./progress.ts";

/** What one warm request of each operation costs, by the local cloud's own counters. */
export async function reportCosts(client: HttpClient): Promise<void> {
  const rows = [];
  for (const costCase of await costCases(client)) {
    progress(`Cost: ${costCase.operation.name}`);
    rows.push(...(await rowsOf(client, costCase)));
  }
  printTable(
    "Cost of one warm request, of at most",
    ["operation", "request", "calls", "of", "write units", "of", "read units", "of", "verdict"],
    rows,
  );
}

async function rowsOf(client: HttpClient, { operation: { name, ...op }, variants }: CostCase) {
  const rows = [];
  const [first] = variants;
  if (first) await client.call({ ...first.call, ...(op.bodyExample && { body: op.bodyExample }) });
  for (const { label, call, budget } of variants) {
    const cost = await costOf(client, name, call);
    const met =
      cost.calls <= budget.calls &&
      cost.writeUnits <= budget.writeUnits &&
      cost.readUnits <= budget.readUnits;
    rows.push([
      name,
      label,
      cost.calls,
      budget.calls,
      cost.writeUnits,
      budget.writeUnits,
      cost.readUnits,
      budget.readUnits,
      verdict(`${name}, ${label}: calls and request units within the budget`, met),
    ]);
  }
  return rows;
}

async function costOf(client: HttpClient, name: string, call: Call): Promise<Budget> {
  await client.call({ method: "PUT", path: "/_local/usage", body: {} });
  await client.call(call);
  const report: Record<string, Use> = JSON.parse(
    (await client.call({ method: "GET", path: "/_local/usage" })).body,
  );
  const use = report[name];
  if (use?.invocations !== 1) throw new Error(`${name} ran ${use?.invocations ?? 0} times for one request`);
  const calls = Object.entries(use.calls)
    .filter(([action]) => action.startsWith("dynamodb:"))
    .reduce((sum, [, count]) => sum + count, 0);
  return { calls, writeUnits: use.writeUnits, readUnits: use.readUnits };
}
