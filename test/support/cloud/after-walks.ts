import { setClock } from "../../../infra/local/test/support/clock-ahead.ts";
import { newFolder } from "../../../infra/local/test/support/cloud-process.ts";
import { dayOf, plusDays } from "../../../shared/domain/time/day.ts";
import { walksOn } from "../../../shared/domain/tax/tax-walk.ts";

const DAYS = 14;

/**
 * The folder of a local cloud that starts at 7:00 UTC, tomorrow or on the next day after which no yearly walk
 * begins for two weeks. The walks of 6:00 write and relay records without a request, which a test that counts
 * all of them would count too.
 */
export function folderAfterWalks(): string {
  const folder = newFolder();
  let day = plusDays(dayOf(new Date()), 1);
  while (Array.from({ length: DAYS }, (_, i) => walksOn(plusDays(day, i))).flat().length > 0)
    day = plusDays(day, 1);
  setClock(folder, Date.parse(`${day}T07:00:00Z`));
  return folder;
}
