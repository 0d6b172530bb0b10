import { dayOf } from "../../../shared/domain/time/day.ts";
import { freezesAt } from "../../../shared/domain/ledger/settlement.ts";
import type { Cloud } from "../cloud/cloud.ts";

/** Lets time pass until today's settlements are frozen, and returns the day. The clock has the usual pace. */
export async function settledDay(cloud: Cloud): Promise<string> {
  const date = dayOf(new Date(await cloud.now()));
  await cloud.advanceTo(freezesAt(date, 1).getTime() + 60_000);
  return date;
}
