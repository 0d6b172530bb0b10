import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import type { Budget } from "../../shared/contract/operation.ts";
import { operations } from "../../shared/contract/service.ts";
import { type Cloud, startCloud } from "../support/cloud/cloud.ts";
import type { Requests } from "../support/partner/keyed-request.ts";
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
      let pairs = await spentAndMax(cloud, requests, name, budget);
      // The cached key can expire between the two requests, and is read again.
      if (!isWithin(pairs)) pairs = await spentAndMax(cloud, requests, name, budget);
      rows.push([
        name,
        ...pairs.flat(),
        verdict(`${name}: calls and request units within the budget`, isWithin(pairs)),
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

type Pair = readonly [spent: number, most: number];

/** The calls and the request units of one request, each beside its budget. */
async function spentAndMax(
  cloud: Cloud,
  requests: Requests,
  name: string,
  budget: Budget,
): Promise<readonly Pair[]> {
  await twice(cloud, requests, name, cloud.clearUsage);
  const use = (await cloud.usage())[name];
  const calls = Object.values(use?.calls ?? {}).reduce((sum, count) => sum + count, 0);
  return [
    [calls, budget.calls],
    [use?.writeUnits ?? 0, budget.writeUnits],
    [use?.readUnits ?? 0, budget.readUnits],
  ];
}

const isWithin = (pairs: readonly Pair[]): boolean => pairs.every(([spent, most]) => spent <= most);
