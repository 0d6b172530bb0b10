import { updateAccountOperation } from "../../contract/platform/account/update-account.ts";
import { get1099Operation } from "../../contract/platform/tax/get-1099.ts";
import { listTaxDocumentsOperation } from "../../contract/platform/tax/list-tax-documents.ts";
import { make1099ReadyOperation } from "../../contract/platform/test-helpers/make-1099-ready.ts";
import { usd } from "../../domain/cents.ts";
import { taxRules, taxYears } from "../../domain/tax/years/tax-rules.ts";

const thresholds = taxYears
  .map((year) => `${usd((taxRules(year)?.form1099Nec.threshold ?? 0) * 100)} in ${year}`)
  .join(" and ");

/** What a company must do for its drivers' 1099-NEC forms, and when a form changes. */
export const TaxForms = () => (
  <>
    <p>
      A driver whose payouts reach the reporting threshold ({thresholds}) gets a Form 1099-NEC. The form
      assumes that your company is the filer: it pays drivers for its own service. If you only settle payments
      between drivers and customers, you report on Form 1099-K instead. Every form is a draft. We file nothing
      with the IRS and never take a full Social Security number, so you file your own forms.
    </p>
    <ol>
      <li>
        Set your legal name, address and EIN with <Route of={updateAccountOperation} />, and your drivers'
        addresses and <code>ssn_last4</code>, before January 1. The dashboard, under Account and Tax forms,
        lists drivers whose names a form can't print as given.
      </li>
      <li>
        Forms are issued on January 15, with the event <code>tax.1099.ready</code>, or when you first read
        them from January 1 on. Until then, the sandbox shows a preview.
      </li>
      <li>
        Get the forms of all drivers with <Route of={listTaxDocumentsOperation} />, also as CSV, or one
        driver's with <Route of={get1099Operation} />. Its <code>pdf_url</code> opens the form for the driver.
        The dashboard downloads a year's forms as one CSV file.
      </li>
    </ol>
    <p>
      An issued form never changes. If the bank returns a payout in a later year, the driver was never paid,
      so a corrected form with the true amount is issued and the event is sent again. Money that a driver pays
      back to you later changes no form. A change of the driver's name or number issues a corrected form until
      the end of the following year. If your name, address or EIN was missing on issued forms, set it and get
      each driver's form once: that issues the corrected one. To correct your own name or EIN, write to the
      IRS.
    </p>
    <p>
      In the sandbox, <Route of={make1099ReadyOperation} /> issues a form of any supported year. A second call
      with another amount issues a corrected form.
    </p>
  </>
);

const Route = ({ of: { method, path } }: { of: { method: string; path: string } }) => (
  <code>
    {method} {path}
  </code>
);
