import { missing } from "../../../shared/contract/errors.ts";
import { make1099ReadyOperation } from "../../../shared/contract/platform/test-helpers/make-1099-ready.ts";
import { requireDriver, unknownDriver } from "../../../shared/http/guard/require-driver.ts";
import { requireTestMode } from "../../../shared/http/guard/require-test-mode.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { findDriverYear } from "../../../shared/store/driver/driver-years.ts";
import { issued, shownForm } from "../../../shared/tax-forms/form-1099-document.ts";
import { readyForm } from "../../../shared/tax-forms/test-form.ts";

export const handler = servePlatform(make1099ReadyOperation, {
  load: ({ params, body }, { owner }) => {
    requireTestMode(owner);
    return findDriverYear(owner, params.driver_id, body.year);
  },
  recheck: ({ params }, _, { owner }) => requireDriver(owner, params.driver_id, "driver_id"),
  answer: async ({ body }, { owner, now, loaded: year, reply, remember }) => {
    if (!year) throw unknownDriver("driver_id");
    const ready = await readyForm(owner, year, body, now);
    if ("missing" in ready) throw missing(ready.missing, "year");
    const answer = reply("ready", await shownForm(owner, issued(ready.form), now));
    await ready.put(remember(answer));
    return answer;
  },
});
