import type { Owner } from "../../domain/owner.ts";
import { TaxDocument } from "../../domain/tax/tax-document.ts";
import { findDriverYear } from "../driver/driver-years.ts";
import { taxDocumentsOf } from "../keys/keys.ts";
import { countsIn } from "../table/counts.ts";
import { newest, type PageQuery, type ResultPage, rangeBefore } from "../table/pages.ts";
import { countNames, findTaxDocument, kindOf } from "./tax-documents.ts";

type DocumentFilter = { year: number; driver_id?: string | undefined; corrected?: boolean | undefined };

/** Corrections are few, so a page of them may have many other documents between. */
const MOST_SEARCHED = 10_000;

/** One page: the newest documents of the filter. */
export async function listTaxDocuments(
  owner: Owner,
  { year, driver_id, corrected }: DocumentFilter,
  { limit, starting_after }: PageQuery,
): Promise<ResultPage<TaxDocument>> {
  if (driver_id !== undefined) {
    const all = await documentsOf(owner, driver_id, year);
    const later = all.filter(({ id }) => starting_after === undefined || id < starting_after);
    const matching = later.filter(isWanted(corrected));
    return { data: matching.slice(0, limit), has_more: matching.length > limit };
  }
  const where = corrected === undefined ? {} : { where: { kind: kindOf(corrected) } };
  const range = rangeBefore({ partition: taxDocumentsOf(owner, year), ...where }, starting_after);
  const { data, has_more } = await newest(range, limit, MOST_SEARCHED);
  return { data: data.map((item) => TaxDocument.parse(item)), has_more };
}

/** The exact number of the filter's documents. */
export async function countTaxDocuments(
  owner: Owner,
  { year, driver_id, corrected }: DocumentFilter,
): Promise<number> {
  if (driver_id !== undefined)
    return (await documentsOf(owner, driver_id, year)).filter(isWanted(corrected)).length;
  const { originals, corrections } = countNames(year);
  const names = [...(corrected === true ? [] : [originals]), ...(corrected === false ? [] : [corrections])];
  const counts = await countsIn(owner, "tax_documents");
  return counts.reduce((sum, shard) => sum + names.reduce((all, name) => all + (shard[name] ?? 0), 0), 0);
}

const isWanted =
  (corrected: boolean | undefined) =>
  ({ corrects }: TaxDocument) =>
    corrected === undefined || corrected === (corrects !== undefined);

/** A driver's documents of a year, newest first: each names the one that it corrects. */
async function documentsOf(owner: Owner, driverId: string, year: number): Promise<TaxDocument[]> {
  const documents: TaxDocument[] = [];
  let id = (await findDriverYear(owner, driverId, year))?.form;
  while (id !== undefined) {
    const document = await findTaxDocument(owner, year, id);
    if (!document) throw new Error("A driver's tax document is missing");
    documents.push(document);
    id = document.corrects;
  }
  return documents;
}
