import { dayOf } from "../../../shared/domain/time/day.ts";
import { freezesAt } from "../../../shared/domain/ledger/settlement.ts";
import type { Cloud } from "../cloud/cloud.ts";
import type { Partner } from "./platform.ts";

/** Lets time pass until today's settlements are frozen, and returns the day. The clock has the usual pace. */
export async function settledDay(cloud: Cloud): Promise<string> {
  const date = dayOf(new Date(await cloud.now()));
  await cloud.advanceTo(freezesAt(date, 1).getTime() + 60_000);
  return date;
}

/** Closes a company's first day, of which all is older than the horizon, and returns the day. */
export async function closedDay(partner: Partner): Promise<string> {
  const { cloud } = partner;
  await cloud.advanceTo((await cloud.now()) + 31_000 * cloud.timeScale);
  return (await partner.create("/v1/test_helpers/settlements/close", undefined)).date;
}
