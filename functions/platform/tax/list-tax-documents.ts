import { listTaxDocumentsOperation } from "../../../shared/contract/platform/tax/list-tax-documents.ts";
import { serveList } from "../../../shared/http/serve/serve-list.ts";
import { countTaxDocuments, listTaxDocuments } from "../../../shared/store/tax/tax-document-lists.ts";
import { issued, shownForm } from "../../../shared/tax-forms/form-1099-document.ts";
import { formsAsCsv } from "../../../shared/tax-forms/forms-csv.ts";

export const handler = serveList(listTaxDocumentsOperation, {
  list: ({ query }, { owner }) => listTaxDocuments(owner, { ...query, year: query.year.year }, query),
  count: ({ query }, { owner }) => countTaxDocuments(owner, { ...query, year: query.year.year }),
  show: (document, _, { owner, now }) => shownForm(owner, issued(document), now),
  instead: (list, { query }, { accept }) => formsAsCsv(list, query, accept),
});
