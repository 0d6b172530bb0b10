import { updateAccountOperation } from "../../contract/platform/account/update-account.ts";
import { get1099Operation } from "../../contract/platform/tax/get-1099.ts";
import { listTaxDocumentsOperation } from "../../contract/platform/tax/list-tax-documents.ts";
import { make1099ReadyOperation } from "../../contract/platform/test-helpers/make-1099-ready.ts";
import { readerQuota } from "../../domain/account/sandbox-account.ts";
import { scopes } from "../../domain/account/scope.ts";
import { sandboxQuota } from "../../domain/account/standing.ts";
import { brand } from "../../domain/brand/brand.ts";
import { inCents, usd } from "../../domain/money/cents.ts";
import { returnCodes } from "../../domain/payout/payout.ts";
import { MAX_BATCH } from "../../domain/payout/payout-batch.ts";
import { destinationLimit } from "../../domain/webhook/webhook-endpoint.ts";
import {
  failingAccounts,
  REFUND_SECONDS,
  REFUNDING_ACCOUNT,
  STANDARD_SECONDS,
} from "../../domain/payout/sandbox-rail.ts";
import { figureOf } from "../../domain/tax/years/tax-rules.ts";
import { docsPath } from "../../contract/docs-paths.ts";
import { SandboxKey } from "./docs-key.tsx";
import { GuideSamples } from "./docs-samples.tsx";
import { textPage } from "./docs-text.tsx";

/** Up to the newest published year, which the page names. */
const newest = figureOf("form1099Nec", 9_999).year;
const thresholds = [newest - 1, newest]
  .map((year) => `${usd(inCents(figureOf("form1099Nec", year).value.threshold))} in ${year}`)
  .join(" and ");

const routeOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

export const platformQuickStartPage = () =>
  textPage("platform", docsPath("platform"), {
    sandboxKey: <SandboxKey />,
    payout: <GuideSamples name="payout" label="the first payout" />,
    paging: <GuideSamples name="paging" label="a list of payouts" />,
    errors: <GuideSamples name="errors" label="the handling of errors" />,
    idPrefix: brand.idPrefix,
    scopes: (
      <p class="codes">
        {scopes.map((scope) => (
          <code key={scope}>{scope}</code>
        ))}
      </p>
    ),
    perMinute: sandboxQuota.per_minute,
    perSecond: sandboxQuota.per_second,
    readerPerMinute: readerQuota.per_minute,
    readerPerSecond: readerQuota.per_second,
    readerDeliveries: destinationLimit.count,
    retries: <GuideSamples name="retries" label="a call with a key of your own" />,
    maxBatch: MAX_BATCH,
    thresholds,
    updateAccount: routeOf(updateAccountOperation),
    listForms: routeOf(listTaxDocumentsOperation),
    getForm: routeOf(get1099Operation),
    makeForm: routeOf(make1099ReadyOperation),
    standardSeconds: STANDARD_SECONDS,
    failing: Object.entries(failingAccounts).map(([ending, code]) => (
      <li key={ending}>
        Payouts to a bank account ending in <code>{ending}</code> fail with <code>{code}</code> (ACH{" "}
        {returnCodes[code]}).
      </li>
    )),
    refunding: REFUNDING_ACCOUNT,
    refundSeconds: REFUND_SECONDS,
  });
