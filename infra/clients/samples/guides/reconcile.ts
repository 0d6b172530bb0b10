import { PlatformClient } from "{{npmPackage}}";
import { createHash } from "node:crypto";

const client = new PlatformClient({ baseUrl: "{{url}}", apiKey: "{{key}}" });
const day = "2026-11-21";

// Newest first, so those of an earlier day end the loop.
const statement = await client.balance.getSettlement(day);
let funds = statement.opening.funds;
const toDrivers = new Map<string, number>();
const created_before = `${day}T23:59:59.9999Z`;
for await (const entry of client.balance.listTransactions({ created_before, limit: 100 })) {
  if (entry.created_at < day) break;
  funds += entry.amount;
  for (const { to, amount } of entry.postings)
    if (to.startsWith("driver:")) toDrivers.set(entry.source, amount);
}
console.log("closing", funds === statement.closing.funds);

const csv = await client.balance.getSettlementCsv(day);
const hash = createHash("sha256").update(csv).digest("hex");
console.log("csv", hash === statement.entries_sha256);

// Look for the payout's id in the reference of your bank's lines.
for (const [payout, amount] of toDrivers) console.log(payout, amount);
