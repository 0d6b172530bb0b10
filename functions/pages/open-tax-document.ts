import { taxRules } from "../../shared/domain/tax/years/tax-rules.ts";
import { servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import { readLink } from "../../shared/tax-forms/form-1099-document.ts";
import { paper } from "../../shared/tax-forms/form-1099-paper.ts";
import { linkedForm } from "../../shared/tax-forms/form-1099-reading.ts";

export const handler = servePage("open-tax-document", async ({ params, now, language }) => {
  const request = await readLink(params.token ?? "", now);
  const rules = request && taxRules(request.year);
  const form = rules && (await linkedForm(request, rules));
  return form ? paper(request.owner, form, rules) : unknownLink(language);
});
