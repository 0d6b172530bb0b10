import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import { operations } from "../../shared/contract/service.ts";
import { startCloud } from "../support/cloud/cloud.ts";
import { keyedRequests, twice } from "../support/partner/keyed-requests.ts";
import { closeReceivers } from "../support/partner/receiver.ts";
import { printTable, verdict } from "./print-table.ts";
import { progress } from "./progress.ts";

/** What one request of each operation of the Platform API costs, once its function knows the key. */
export async function reportKeyedCosts(): Promise<void> {
  const cloud = await startCloud();
  try {
    const requests = await keyedRequests(cloud);
    const rows = [];
    for (const { name, budget } of operations.filter((op) => op.name in requests)) {
      progress(`Cost: ${name}`);
      await twice(cloud, requests, name, cloud.clearUsage);
      const use = (await cloud.usage())[name];
      const calls = Object.values(use?.calls ?? {}).reduce((sum, count) => sum + count, 0);
      const pairs = [
        [calls, budget.calls],
        [use?.writeUnits ?? 0, budget.writeUnits],
        [use?.readUnits ?? 0, budget.readUnits],
      ] as const;
      rows.push([
        name,
        ...pairs.flat(),
        verdict(
          `${name}: calls and request units within the budget`,
          pairs.every(([spent, most]) => spent <= most),
        ),
      ]);
    }
    printTable(
      "Cost of one request with a key, the limiter's write included, of at most",
      ["operation", "calls", "of", "write units", "of", "read units", "of", "verdict"],
      rows,
    );
  } finally {
    closeReceivers();
    await endClouds();
  }
}
