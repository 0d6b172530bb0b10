import { form1099Ready } from "../../domain/event/tax-events.ts";
import type { Owner } from "../../domain/owner.ts";
import { formEvent } from "../../domain/tax/form-1099.ts";
import { TaxDocument } from "../../domain/tax/tax-document.ts";
import { yearAttributes } from "../driver/driver-years.ts";
import { emitWrite } from "../event/events.ts";
import { keys } from "../keys/keys.ts";
import { addToCounts } from "../table/counts.ts";
import { exists, orAbsent } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { findAs } from "../table/reads.ts";
import type { Write } from "../table/table.ts";
import { change, putNew } from "../table/writes.ts";

export const findTaxDocument = (owner: Owner, year: number, id: string): Promise<TaxDocument | undefined> =>
  findAs(keys.taxDocument(owner, year, id), TaxDocument);

/**
 * False: the sum of the year's payouts or the newest document changed since they were read. `paid`: the sum
 * read, if the document replaces it. `ttl`: the driver was deleted, and its forms expire.
 */
export async function putTaxDocument(
  owner: Owner,
  document: TaxDocument,
  { event, paid = document.gross_amount, ttl }: { event: boolean; paid?: number; ttl?: number | undefined },
  memory?: Write,
): Promise<boolean> {
  const now = new Date(document.generated_at);
  const writes = [...taxDocumentWrites(owner, document, paid, ttl), taxDocumentsCount(owner, [document])];
  const conflict = await transactOnce(
    event ? [...writes, emitWrite(owner, form1099Ready, formEvent(document), now)] : writes,
    memory,
  );
  return conflict === undefined;
}

export async function putReadyEvent(
  owner: Owner,
  document: TaxDocument,
  now: Date,
  memory: Write | undefined,
): Promise<void> {
  await transactOnce([emitWrite(owner, form1099Ready, formEvent(document), now)], memory);
}

export const taxDocumentsCount = (owner: Owner, documents: readonly TaxDocument[]): Write => {
  const amounts: Record<string, number> = {};
  for (const { year, corrects } of documents) {
    const name = countNames(year)[corrects === undefined ? "originals" : "corrections"];
    amounts[name] = (amounts[name] ?? 0) + 1;
  }
  return addToCounts(owner, "tax_documents", documents[0]?.id ?? "", amounts);
};

export const countNames = (year: number) => ({
  originals: `originals_${year}`,
  corrections: `corrections_${year}`,
});

/** If the year's payouts still sum up to `paid`, and the document corrects the newest one. */
export const taxDocumentWrites = (
  owner: Owner,
  document: TaxDocument,
  paid: number = document.gross_amount,
  ttl?: number,
): Write[] => {
  const { id, driver_id, year, gross_amount, corrects } = document;
  const names = yearAttributes(year);
  const isReplaced = paid !== gross_amount;
  const driver =
    ttl === undefined ? keys.driverTotals(owner, driver_id) : keys.deletedDriver(owner, driver_id);
  return [
    documentPut(owner, document, ttl),
    change(driver, {
      set: { [names.form]: id, ...(isReplaced && { [names.paid]: gross_amount }) },
      when: { ...exists, [names.form]: corrects, [names.paid]: paid === 0 ? orAbsent(paid) : paid },
    }),
    ...(corrects === undefined ? [] : [correctedWrite(owner, year, corrects, id)]),
  ];
};

const documentPut = (owner: Owner, document: TaxDocument, ttl: number | undefined): Write =>
  putNew({
    ...keys.taxDocument(owner, document.year, document.id),
    ...document,
    kind: kindOf(document.corrects !== undefined),
    ...(ttl !== undefined && { ttl }),
  });

export const lastDocumentWrites = (owner: Owner, documents: readonly TaxDocument[], ttl: number): Write[] => [
  ...documents.map((document) => documentPut(owner, document, ttl)),
  ...documents.map((document) =>
    emitWrite(owner, form1099Ready, formEvent(document), new Date(document.generated_at)),
  ),
  ...(documents.length > 0 ? [taxDocumentsCount(owner, documents)] : []),
];

export const kindOf = (corrected: boolean): string => (corrected ? "correction" : "original");

const correctedWrite = (owner: Owner, year: number, corrected: string, by: string): Write =>
  change(keys.taxDocument(owner, year, corrected), { set: { corrected_by: by }, when: exists });
