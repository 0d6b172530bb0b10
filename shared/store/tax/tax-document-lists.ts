import type { Owner } from "../../domain/item/owner.ts";
import { TaxDocument } from "../../domain/tax/tax-document.ts";
import { findDeletedYear } from "../driver/deleted-drivers.ts";
import { findDriverYear } from "../driver/driver-years.ts";
import { taxDocumentsOf } from "../keys/keys.ts";
import { countsIn } from "../table/counts.ts";
import { type PageQuery, pageOf, type ResultPage } from "../table/pages.ts";
import { countNames, findTaxDocument, kindOf } from "./tax-documents.ts";

type DocumentFilter = { year: number; driver_id?: string | undefined; corrected?: boolean | undefined };

/** Corrections are few, so a page of them may have many other documents between. */
const SEARCH = { among: 10_000, most: 10_000 };
/** Above every id. */
const HIGHEST = "~";

export async function listTaxDocuments(
  owner: Owner,
  { year, driver_id, corrected }: DocumentFilter,
  query: PageQuery,
): Promise<ResultPage<TaxDocument>> {
  if (driver_id !== undefined) {
    const documents = await documentsOf(owner, driver_id, year);
    const { limit, starting_after = HIGHEST, ending_before = "" } = query;
    const rest = documents
      .filter(isWanted(corrected))
      .filter(({ id }) => ending_before < id && id < starting_after);
    const data = ending_before === "" ? rest.slice(0, limit) : rest.slice(-limit);
    return { data, has_more: rest.length > limit };
  }
  const where = corrected === undefined ? {} : { where: { kind: kindOf(corrected) } };
  const range = { partition: taxDocumentsOf(owner, year), ...where };
  const page = await pageOf(range, query, SEARCH);
  return { ...page, data: page.data.map((item) => TaxDocument.parse(item)) };
}

export async function countTaxDocuments(
  owner: Owner,
  { year, driver_id, corrected }: DocumentFilter,
): Promise<number> {
  if (driver_id !== undefined)
    return (await documentsOf(owner, driver_id, year)).filter(isWanted(corrected)).length;
  const { originals, corrections } = countNames(year);
  const names = [...(corrected === true ? [] : [originals]), ...(corrected === false ? [] : [corrections])];
  const counts = await countsIn(owner, "tax_documents");
  return counts.reduce((sum, shard) => sum + names.reduce((sum, name) => sum + (shard[name] ?? 0), 0), 0);
}

const isWanted =
  (corrected: boolean | undefined) =>
  ({ corrects }: TaxDocument) =>
    corrected === undefined || corrected === (corrects !== undefined);

/** A driver's documents of a year, newest first: each names the one that it corrects. */
async function documentsOf(owner: Owner, driverId: string, year: number): Promise<TaxDocument[]> {
  const documents: TaxDocument[] = [];
  const driverYear = await findDriverYear(owner, driverId, year);
  let id = (driverYear ?? (await findDeletedYear(owner, driverId, year)))?.form;
  while (id !== undefined) {
    const document = await findTaxDocument(owner, year, id);
    if (!document) throw new Error("A driver's tax document is missing");
    documents.push(document);
    id = document.corrects;
  }
  return documents;
}
