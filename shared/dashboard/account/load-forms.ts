import { missing } from "../../contract/errors.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { yearOfForms } from "../../domain/tax/form-1099.ts";
import { FORMS_OF_FILE } from "../../domain/tax/tax-document.ts";
import { FIRST_YEAR } from "../../domain/tax/years/tax-rules.ts";
import type { Result } from "../../http/serve/responses.ts";
import { type DriverToCheck, formsPage } from "./forms-page.tsx";
import { yearAttributes } from "../../store/driver/driver-years.ts";
import { listDrivers } from "../../store/driver/drivers.ts";
import { countTaxDocuments, listTaxDocuments } from "../../store/tax/tax-document-lists.ts";
import { formRow, issued } from "../../tax-forms/form-1099-document.ts";
import { formsFile } from "../../tax-forms/forms-csv.ts";
import { printedInstead } from "../../tax-forms/printed-name.ts";
import { cursorIn, listPlaceOf } from "../list/list-pages.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

/** The drivers that a page looks at, about 1 KB each with their sums: 25 read units. */
const LOOKED_AT = 100;
/** Long names in other scripts are several kilobytes each. */
const MAX_CHECKS = 10;

const SHOWN_FORMS = 20;

export async function showForms(request: DashboardRequest): Promise<Result> {
  const { shown, owner, query, now } = request;
  const years = yearsUntil(now);
  const year = years.find((each) => String(each) === query.get("year")) ?? yearOfForms(now);
  const cursor = cursorIn(query, "doc");
  const [forms, count, { checks, lookedAt, older }] = await Promise.all([
    listTaxDocuments(owner, { year }, { limit: SHOWN_FORMS, ...cursor }),
    countTaxDocuments(owner, { year }),
    formChecks(owner, year, cursorIn(query, "drv").starting_after),
  ]);
  return formsPage(shown, {
    year,
    years,
    forms: forms.data,
    count,
    checks,
    lookedAt,
    place: listPlaceOf(request, cursor, forms),
    drivers: { path: shown.path, query, older },
  });
}

const yearsUntil = (now: Date): number[] =>
  Array.from({ length: now.getUTCFullYear() + 1 - FIRST_YEAR }, (_, i) => FIRST_YEAR + i);

async function formChecks(owner: Owner, year: number, starting_after: string | undefined) {
  const { data, has_more } = await listDrivers(owner, {}, { limit: LOOKED_AT, starting_after });
  const checks: DriverToCheck[] = [];
  let lookedAt = 0;
  for (const { id, first_name, last_name, occupation, totals } of data) {
    if (checks.length === MAX_CHECKS) break;
    const name = `${first_name} ${last_name}`;
    const printed = await printedInstead(name);
    const isUnknown = occupation === undefined && Number(totals[yearAttributes(year).tips] ?? 0) > 0;
    if (printed !== undefined || isUnknown) checks.push({ driver_id: id, name, printed, isUnknown });
    lookedAt++;
  }
  const older = has_more || lookedAt < data.length ? data[lookedAt - 1]?.id : undefined;
  return { checks, lookedAt, older };
}

const BELOW_ALL = " ";

/** Oldest first, so that later forms change no part that is full. */
export async function downloadForms({ owner, params, query, now }: DashboardRequest): Promise<Result> {
  const year = Number(params.year);
  const part = query.get("part") ?? "1";
  if (!yearsUntil(now).includes(year)) throw missing(`There are forms from ${FIRST_YEAR} on.`);
  let newest = BELOW_ALL;
  for (let i = 1; ; i++) {
    const page = { limit: FORMS_OF_FILE, ending_before: newest };
    const { data, has_more } = await listTaxDocuments(owner, { year }, page);
    if (String(i) === part)
      return formsFile(year, i, await Promise.all(data.map((form) => formRow(owner, issued(form)))));
    if (!has_more) throw missing(`The forms of ${year} have ${i} parts.`);
    newest = data[0]?.id ?? newest;
  }
}
