import { Driver } from "../../domain/driver/driver.ts";
import type { Owner } from "../../domain/owner.ts";
import { transact } from "../table/table.ts";
import { changeWrites } from "./driver-changes.ts";
import { listDriversAfter } from "./drivers.ts";

const PAGE = 100;

/**
 * Gives every driver of an earlier release its lookups and its day. A driver that changes meanwhile gets them
 * by that change, or with the next run. It reads at least one page, and then until an instant of
 * `performance.now()`.
 */
export async function putDriverLookups(
  owner: Owner,
  until: number,
): Promise<{ counted: number; isDone: boolean }> {
  let counted = 0;
  for (let after: string | undefined; ; ) {
    const page = await listDriversAfter(owner, after, PAGE);
    const old = page.map(([profile]) => Driver.parse(profile)).filter(({ looked_up }) => !looked_up);
    for (const driver of old)
      if (!(await transact(changeWrites(owner, driver, { looked_up: true })))) counted += 1;
    after = page.at(-1)?.[0].sk as string | undefined;
    const isDone = page.length < PAGE;
    if (isDone || performance.now() >= until) return { counted, isDone };
  }
}
