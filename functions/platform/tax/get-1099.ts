import { missing } from "../../../shared/contract/errors.ts";
import { get1099Operation } from "../../../shared/contract/platform/tax/get-1099.ts";
import { unknownDriver } from "../../../shared/http/guard/require-driver.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { findDriverYear } from "../../../shared/store/driver/driver-years.ts";
import { shownForm } from "../../../shared/tax-forms/form-1099-document.ts";
import { paper } from "../../../shared/tax-forms/form-1099-paper.ts";
import { formNow, formWithId } from "../../../shared/tax-forms/form-1099-reading.ts";

export const handler = servePlatform(get1099Operation, {
  load: ({ params, query }, { owner }) => findDriverYear(owner, params.driver_id, query.year.year),
  answer: async ({ query: { year: rules, format, document_id } }, { owner, now, loaded: year, reply }) => {
    if (!year) throw unknownDriver("driver_id");
    const form = document_id
      ? await formWithId(owner, year, rules.year, document_id)
      : await formNow(owner, year, rules, now);
    if ("missing" in form) throw missing(form.missing, form.param);
    return format === "pdf" ? paper(owner, form, rules) : reply("found", await shownForm(owner, form, now));
  },
});
