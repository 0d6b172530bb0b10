import { whyNoForm } from "../../shared/domain/tax/form-1099.ts";
import { taxRules } from "../../shared/domain/tax/tax-rules.ts";
import { servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import { findDriverYear } from "../../shared/store/driver/driver-years.ts";
import { paper, readLink } from "../../shared/tax-forms/form-1099-document.ts";

/**
 * Serves the PDF behind a 1099's `pdf_url`. Drivers have no API key. A forged or expired link gets the 404
 * page.
 */
export const handler = servePage("open-tax-document", async ({ params, now }) => {
  const asked = await readLink(params.token ?? "", now);
  const rules = asked && taxRules(asked.year);
  const found = rules && (await findDriverYear(asked.owner, asked.driver_id, rules.year));
  if (!found || whyNoForm(found.paid, rules, asked.owner.mode, now)) return unknownLink();
  return paper(asked, found, rules);
});
