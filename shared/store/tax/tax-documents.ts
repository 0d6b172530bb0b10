import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { form1099Ready } from "../../domain/event/tax-events.ts";
import type { Owner } from "../../domain/owner.ts";
import { formEvent } from "../../domain/tax/form-1099.ts";
import { TaxDocument } from "../../domain/tax/tax-document.ts";
import { yearAttributes } from "../driver/driver-years.ts";
import { emitWrite } from "../event/events.ts";
import { keys } from "../keys/keys.ts";
import { addToCounts } from "../table/counts.ts";
import { transactOnce } from "../table/idempotency.ts";
import { putNew, table, tableName, type Write } from "../table/table.ts";

/** A consistent read. */
export async function findTaxDocument(
  owner: Owner,
  year: number,
  id: string,
): Promise<TaxDocument | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName, Key: keys.taxDocument(owner, year, id), ConsistentRead: true }),
  );
  return Item && TaxDocument.parse(Item);
}

/**
 * Puts an issued document, with its event if it has one. Returns false when the sum of the year's payouts or
 * the driver's newest document changed since they were read. `paid` is the sum that was read, if the document
 * replaces it, as a test helper does. `ttl`: the driver was deleted, and its forms expire.
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

/** Puts the event of a document that was issued before. */
export async function putReadyEvent(
  owner: Owner,
  document: TaxDocument,
  now: Date,
  memory: Write | undefined,
): Promise<void> {
  await transactOnce([emitWrite(owner, form1099Ready, formEvent(document), now)], memory);
}

/** The counts of documents that are issued together. */
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

/**
 * The writes of a document and of the driver's reference to it. Their condition is that the year's payouts
 * still sum up to `paid`, and that the document corrects the newest one, if there is one.
 */
export const taxDocumentWrites = (
  owner: Owner,
  document: TaxDocument,
  paid: number = document.gross_amount,
  ttl?: number,
): Write[] => {
  const { id, driver_id, year, gross_amount, corrects } = document;
  const names = yearAttributes(year);
  const isReplaced = paid !== gross_amount;
  return [
    documentPut(owner, document, ttl),
    {
      Update: {
        TableName: tableName,
        Key: ttl === undefined ? keys.driverTotals(owner, driver_id) : keys.deletedDriver(owner, driver_id),
        UpdateExpression: `SET #form = :id${isReplaced ? ", #paid = :gross" : ""}`,
        ConditionExpression: [
          "attribute_exists(pk)",
          corrects === undefined ? "attribute_not_exists(#form)" : "#form = :corrects",
          paid === 0 ? "(#paid = :paid OR attribute_not_exists(#paid))" : "#paid = :paid",
        ].join(" AND "),
        ExpressionAttributeNames: { "#form": names.form, "#paid": names.paid },
        ExpressionAttributeValues: {
          ":id": id,
          ":paid": paid,
          ...(isReplaced && { ":gross": gross_amount }),
          ...(corrects && { ":corrects": corrects }),
        },
      },
    },
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

/** The writes of the forms that a driver's deletion issues. The driver's record refers to them. */
export const lastDocumentWrites = (owner: Owner, documents: readonly TaxDocument[], ttl: number): Write[] => [
  ...documents.map((document) => documentPut(owner, document, ttl)),
  ...documents.map((document) =>
    emitWrite(owner, form1099Ready, formEvent(document), new Date(document.generated_at)),
  ),
  ...(documents.length > 0 ? [taxDocumentsCount(owner, documents)] : []),
];

/** The attribute that lists filter by. */
export const kindOf = (corrected: boolean): string => (corrected ? "correction" : "original");

const correctedWrite = (owner: Owner, year: number, corrected: string, by: string): Write => ({
  Update: {
    TableName: tableName,
    Key: keys.taxDocument(owner, year, corrected),
    UpdateExpression: "SET corrected_by = :by",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":by": by },
  },
});
