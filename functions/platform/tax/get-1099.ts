import { Problem } from "../../../shared/contract/errors.ts";
import { get1099Operation } from "../../../shared/contract/platform/tax/get-1099.ts";
import { publicForm, whyNoForm } from "../../../shared/domain/tax/form-1099.ts";
import { unknownDriver } from "../../../shared/http/guard/require-driver.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { findDriverYear } from "../../../shared/store/driver/driver-years.ts";
import { linkTo, paper } from "../../../shared/tax-forms/form-1099-document.ts";

export const handler = servePlatform(get1099Operation, {
  load: ({ params, query }, { owner }) => findDriverYear(owner, params.driver_id, query.year.year),
  answer: async ({ params, query: { year: rules, format } }, { owner, now, loaded: found, reply }) => {
    if (!found) throw unknownDriver("driver_id");
    const missing = whyNoForm(found.paid, rules, owner.mode, now);
    if (missing) throw new Problem("resource_missing", missing, "year");

    const asked = { owner, driver_id: params.driver_id, year: rules.year, generated_at: now };
    if (format === "pdf") return paper(asked, found, rules);
    const pdf_url = await linkTo(asked);
    return reply("found", { ...(await publicForm(asked, found.paid)), pdf_url });
  },
});
