import type { LedgerPage } from "../../shared/domain/ledger/ledger-page.ts";
import type { FormCheck } from "../../shared/domain/tax/form-check.ts";
import type { TaxPage } from "../../shared/domain/tax/tax-walk.ts";
import { serveQueue } from "../../shared/http/serve/serve-queue.ts";
import { auditNight } from "../../shared/operators/ledger/audit-night.ts";
import { correctForms } from "../../shared/tax-forms/form-1099-issuing.ts";
import { walkPage } from "../../shared/walks/walk-page.ts";

/** Between the pages of the walks, it corrects forms of drivers that changed, and audits ledgers. */
export const handler = serveQueue("walk-tax-events", () => async ({ body }) => {
  const message = JSON.parse(body) as TaxPage | FormCheck | LedgerPage;
  const now = new Date();
  switch (message.kind) {
    case "form_check":
      return `form check: ${await correctForms(message, message.driver_id, now)} forms`;
    case "ledger_page":
      return `ledgers: ${await auditNight(message, now)}`;
    case "tax_page":
      return walkPage(message, now);
  }
});
