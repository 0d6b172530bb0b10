import { expect, jest, test } from "@jest/globals";
import type { Owner } from "../../shared/domain/item/owner.ts";
import { fund, newDriver, newOwner, newPayout } from "../store/payout-steps.ts";
import { logLines } from "../support/cloud/log-lines.ts";

// Read when the function's modules load.
process.env.POWERTOOLS_METRICS_DISABLED = "false";
const { handler } = await import("../../functions/events/walk-tax-events.ts");
const { directoryWrite } = await import("../../shared/store/account/account-directory.ts");
const { keys } = await import("../../shared/store/keys/keys.ts");
const { shardNames } = await import("../../shared/store/table/counts.ts");
const { transact } = await import("../../shared/store/table/table.ts");
const { change } = await import("../../shared/store/table/writes.ts");

/** What a night says of all ledgers, and the differences that it counts for the alarms. */
async function night(
  day: string,
  resume?: object,
): Promise<[outcome: string | undefined, counted: number[]]> {
  const body = JSON.stringify({
    kind: "ledger_page",
    day,
    ...(resume && { resume: JSON.stringify(resume) }),
  });
  // A run looks for its end after three seconds of the machine.
  jest.spyOn(performance, "now").mockReturnValue(0);
  const lines = await logLines(() => handler({ Records: [{ body, messageId: "1" }] } as never));
  const counted = [...lines.matchAll(/"LedgerDifferences":(\d+)/g)].map(([, count]) => Number(count));
  return [/ledgers: ([^"]+)/.exec(lines)?.[1], counted];
}

test("a night audits the ledgers with new entries, and each month all, and counts differences until a zero at its end", async () => {
  const live: Owner = { ...newOwner(), mode: "live" };
  const idle = newOwner();
  await transact([live, idle].map(({ account_id }) => directoryWrite(account_id)));
  await newDriver(idle);
  expect(await night("2126-05-01")).toEqual(["0 items, 0 differences, ended", [0]]);

  await fund(live, 50_000);
  await newPayout(live, await newDriver(live), 10_000);
  expect(await night("2126-05-02")).toEqual(["4 items, 0 differences, ended", [0]]);
  expect(await night("2126-05-03")).toEqual(["0 items, 0 differences, ended", [0]]);
  const place = { ...live, part: "payouts", sums: {} };
  expect(await night("2126-05-03", place)).toEqual(["2 items, 0 differences, ended", [0]]);

  const shard = keys.count(live, "payments", shardNames[3] ?? "");
  await transact([change(shard, { add: { cents_funds: 7 } })]);
  expect(await night("2126-05-04")).toEqual(["0 items, 0 differences, ended", [0]]);
  await fund(live, 1_000);
  const differing = ["5 items, 2 differences, ended", [2, 0]];
  expect(await night("2126-05-05")).toEqual(differing);
  expect(await night("2126-05-06")).toEqual(differing);
  await transact([change(shard, { add: { cents_funds: -7 } })]);
  expect(await night("2126-05-07")).toEqual(["5 items, 0 differences, ended", [0]]);
  await transact([change(shard, { add: { cents_funds: 7 } })]);
  expect(await night("2126-06-01")).toEqual(differing);
});
