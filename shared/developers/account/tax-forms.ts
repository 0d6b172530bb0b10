import { invalid, missing } from "../../contract/errors.ts";
import { grouped } from "../../domain/cents.ts";
import type { Owner } from "../../domain/owner.ts";
import { MAX_FORMS_OF_FILE, type TaxDocument } from "../../domain/tax/tax-document.ts";
import { taxRules, taxYears } from "../../domain/tax/years/tax-rules.ts";
import type { Result } from "../../http/serve/responses.ts";
import { formsPage, type NameToCheck } from "../../pages/developers/account/forms-page.tsx";
import { listDrivers } from "../../store/driver/drivers.ts";
import { countTaxDocuments, listTaxDocuments } from "../../store/tax/tax-document-lists.ts";
import { formRow, issued } from "../../tax-forms/form-1099-document.ts";
import { formsFile } from "../../tax-forms/forms-csv.ts";
import { printedInstead } from "../../tax-forms/printed-name.ts";
import { cursorIn, listPlaceOf } from "../list-pages.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

/** The drivers that a page looks at, about 1 KB each with their sums: 25 read units. */
const LOOKED_AT = 100;
/** Long names in other scripts are several kilobytes each. */
const MAX_NAMES = 10;

const SHOWN_FORMS = 20;

export async function showForms(request: DashboardRequest): Promise<Result> {
  const { shown, owner, query } = request;
  const year = taxRules(Number(query.get("year")))?.year ?? Math.max(...taxYears);
  const cursor = cursorIn(query, "doc");
  const [forms, count, { names, lookedAt, older }] = await Promise.all([
    listTaxDocuments(owner, { year }, { limit: SHOWN_FORMS, ...cursor }),
    countTaxDocuments(owner, { year }),
    namesToCheck(owner, cursorIn(query, "drv").starting_after),
  ]);
  return formsPage(shown, {
    ...{ year, years: taxYears, forms: forms.data, count, names, lookedAt },
    place: listPlaceOf(request, cursor, forms),
    drivers: { path: shown.path, query, older },
  });
}

async function namesToCheck(owner: Owner, starting_after: string | undefined) {
  const { data, has_more } = await listDrivers(owner, {}, { limit: LOOKED_AT, starting_after });
  const names: NameToCheck[] = [];
  let lookedAt = 0;
  for (const { id, first_name, last_name } of data) {
    if (names.length === MAX_NAMES) break;
    const name = `${first_name} ${last_name}`;
    const printed = await printedInstead(name);
    if (printed !== undefined) names.push({ driver_id: id, name, printed });
    lookedAt++;
  }
  const older = has_more || lookedAt < data.length ? data[lookedAt - 1]?.id : undefined;
  return { names, lookedAt, older };
}

const READ_AT_ONCE = 1_000;

export async function downloadForms({ owner, params }: DashboardRequest): Promise<Result> {
  const year = Number(params.year);
  if (!taxRules(year)) throw missing(`There are forms of ${taxYears.join(" and ")}.`);
  const forms: TaxDocument[] = [];
  for (let has_more = true; has_more; ) {
    const page = { limit: READ_AT_ONCE, starting_after: forms.at(-1)?.id };
    const found = await listTaxDocuments(owner, { year }, page);
    forms.push(...found.data);
    ({ has_more } = found);
    if (forms.length > MAX_FORMS_OF_FILE) throw tooMany();
  }
  return formsFile(year, await Promise.all(forms.map((form) => formRow(owner, issued(form)))));
}

const tooMany = () =>
  invalid(
    `The year has more than ${grouped(MAX_FORMS_OF_FILE)} forms, which is too many for one file. The API lists them page by page.`,
  );
