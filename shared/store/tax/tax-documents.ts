import { form1099Ready } from "../../domain/event/tax-events.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { formEvent } from "../../domain/tax/form-1099.ts";
import { TaxDocument } from "../../domain/tax/tax-document.ts";
import { LOG_CHANGES, yearAttributes } from "../driver/driver-years.ts";
import { emitWrite } from "../event/events.ts";
import { keys } from "../keys/keys.ts";
import { addToCounts } from "../table/counts.ts";
import { exists, orAbsent } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { findAs } from "../table/reads.ts";
import type { WritePart, Write } from "../table/table.ts";
import { change, putNew } from "../table/writes.ts";

export const findTaxDocument = (owner: Owner, year: number, id: string): Promise<TaxDocument | undefined> =>
  findAs(keys.taxDocument(owner, year, id), TaxDocument);

/**
 * False: the sums of the year's payouts or the newest document changed since they were read. `sums`: those
 * read, if the document replaces them. `ttl`: the driver was deleted, and its forms expire.
 */
export async function putTaxDocument(
  owner: Owner,
  document: TaxDocument,
  { event, sums, ttl }: { event: boolean; sums?: YearSums; ttl?: number | undefined },
  memory?: Write,
): Promise<boolean> {
  const writes = [...taxDocumentWrites(owner, document, sums, ttl), taxDocumentsCount(owner, [document])];
  const conflict = await transactOnce(
    event ? [...writes, emitWrite(owner, form1099Ready, formEvent(document))] : writes,
    memory,
  );
  return conflict === undefined;
}

export async function putReadyEvent(
  owner: Owner,
  document: TaxDocument,
  memory: Write | undefined,
): Promise<void> {
  await transactOnce([emitWrite(owner, form1099Ready, formEvent(document))], memory);
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

type YearSums = { paid: number; tips: number };

/** If the year's payouts still have these sums, and the document corrects the newest one. */
export const taxDocumentWrites = (
  owner: Owner,
  document: TaxDocument,
  { paid, tips }: YearSums = { paid: document.gross_amount, tips: document.tip_amount },
  ttl?: number,
): Write[] => {
  const { id, driver_id, year, gross_amount, tip_amount, corrects } = document;
  const names = yearAttributes(year);
  const isReplaced = paid !== gross_amount;
  const replaced = { [names.paid]: gross_amount, ...(tips !== tip_amount && { [names.tips]: tip_amount }) };
  const driver =
    ttl === undefined ? keys.driverTotals(owner, driver_id) : keys.deletedDriver(owner, driver_id);
  return [
    documentPut(owner, document, ttl),
    change(driver, {
      set: { [names.form]: id, ...(isReplaced && replaced) },
      ...(isReplaced && { add: { [LOG_CHANGES]: 1 } }),
      when: { ...exists, [names.form]: corrects, [names.paid]: sumIs(paid), [names.tips]: sumIs(tips) },
    }),
    ...(corrects === undefined ? [] : [correctedWrite(owner, year, corrects, id)]),
  ];
};

const sumIs = (sum: number) => (sum === 0 ? orAbsent(sum) : sum);

const documentPut = (owner: Owner, document: TaxDocument, ttl: number | undefined): Write =>
  putNew({
    ...keys.taxDocument(owner, document.year, document.id),
    ...document,
    kind: kindOf(document.corrects !== undefined),
    ...(ttl !== undefined && { ttl }),
  });

export const lastDocumentWrites = (
  owner: Owner,
  documents: readonly TaxDocument[],
  ttl: number,
): WritePart[] => [
  ...documents.map((document) => documentPut(owner, document, ttl)),
  ...documents.map((document) => emitWrite(owner, form1099Ready, formEvent(document))),
  ...(documents.length > 0 ? [taxDocumentsCount(owner, documents)] : []),
];

export const kindOf = (corrected: boolean): string => (corrected ? "correction" : "original");

const correctedWrite = (owner: Owner, year: number, corrected: string, by: string): Write =>
  change(keys.taxDocument(owner, year, corrected), { set: { corrected_by: by }, when: exists });
