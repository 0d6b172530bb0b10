import { taxRules } from "../domain/tax/years/tax-rules.ts";
import { yearOf } from "../store/driver/driver-years.ts";
import { listDriversAfter } from "../store/driver/drivers.ts";
import { issueLateForms } from "../tax-forms/deleted-driver-forms.ts";
import { formsReady } from "../tax-forms/forms-ready.ts";
import { WALK_PAGE, type WalkJob, type WalkNamed } from "./job.ts";

/** Form 1099-NEC of each driver, and before the first those of deleted drivers. */
export const formsJob: WalkJob<WalkNamed<"tax.1099.ready">> = {
  async page({ walk, owner, after }, now) {
    const rules = taxRules(walk.year);
    const late = after === undefined ? await issueLateForms(owner, rules, now) : 0;
    const years = (await listDriversAfter(owner, after, WALK_PAGE)).map((items) => yearOf(items, walk.year));
    const { writes, events } = await formsReady(owner, years, rules, now);
    const done = `${years.length} drivers, ${events + late} events`;
    return { done, reached: years.at(-1)?.driver.id, isFull: years.length === WALK_PAGE, writes };
  },
};
