import { Driver } from "../../domain/driver/driver.ts";
import type { Owner } from "../../domain/owner.ts";
import { transact } from "../table/table.ts";
import { changeWrites } from "./driver-changes.ts";
import { listDriversAfter } from "./drivers.ts";

const PAGE = 100;

/**
 * Gives every driver of an earlier release its lookups and its day. A driver that changes meanwhile gets them
 * by that change, or with the next run.
 */
export async function putDriverLookups(
  owner: Owner,
  until: number,
): Promise<{ counted: number; isDone: boolean }> {
  let counted = 0;
  for (let after: string | undefined; ; ) {
    if (Date.now() >= until) return { counted, isDone: false };
    const page = await listDriversAfter(owner, after, PAGE);
    const old = page.map(([profile]) => Driver.parse(profile)).filter(({ looked_up }) => !looked_up);
    for (const driver of old)
      if (!(await transact(changeWrites(owner, driver, { looked_up: true })))) counted += 1;
    after = page.at(-1)?.[0].sk as string | undefined;
    if (page.length < PAGE) return { counted, isDone: true };
  }
}
