import { companyTools } from "../../../contract/company-mcp.ts";
import { getPayoutProposalOperation } from "../../../contract/platform/payments/get-payout-proposal.ts";
import { approvePayoutProposalOperation } from "../../../contract/platform/test-helpers/approve-payout-proposal.ts";
import { getBalanceOperation } from "../../../contract/platform/balance/get-balance.ts";
import { getSettlementOperation } from "../../../contract/platform/balance/get-settlement.ts";
import { listBalanceTransactionsOperation } from "../../../contract/platform/balance/list-balance-transactions.ts";
import { listDriversOperation } from "../../../contract/platform/drivers/list-drivers.ts";
import { listPayoutsOperation } from "../../../contract/platform/payments/list-payouts.ts";
import { endSavingsOperation } from "../../../contract/platform/savings/end-savings.ts";
import { inviteToSaveOperation } from "../../../contract/platform/savings/invite-to-save.ts";
import { get1099Operation } from "../../../contract/platform/tax/get-1099.ts";
import { getTaxSummaryOperation } from "../../../contract/platform/tax/get-tax-summary.ts";
import { actOnSavingsOperation } from "../../../contract/platform/test-helpers/act-on-savings.ts";
import { fundBalanceOperation } from "../../../contract/platform/test-helpers/fund-balance.ts";
import { refundPayoutOperation } from "../../../contract/platform/test-helpers/refund-payout.ts";
import { settleContributionOperation } from "../../../contract/platform/test-helpers/settle-contribution.ts";
import { listEventsOperation } from "../../../contract/platform/webhooks/list-events.ts";
import { brand, brandCompany } from "../../../domain/brand/brand.ts";
import { SANDBOX_FUNDS } from "../../../domain/ledger/funding.ts";
import { usd } from "../../../domain/money/cents.ts";
import { baseUrl } from "../../../http/serve/responses.ts";
import { docsPath, listPath, operationPath } from "../../../contract/docs-paths.ts";
import {
  goLiveEntry,
  mirrorEntry,
  proposalsEntry,
  reconcileEntry,
  savingsEntry,
  tipsEntry,
} from "../docs-guides.ts";
import { Rows } from "../docs-rows.tsx";
import { GuideSamples } from "../docs-samples.tsx";
import { textPage } from "../docs-text.tsx";

/** Guides that are a text with a few values of the service. */
export const moreGuides = () => [
  textPage("go-live", goLiveEntry.path, {
    idPrefix: brand.idPrefix,
    steps: <Rows columns={["Step", "Done when", "By"]} rows={STEPS} />,
    balance: operationPath(getBalanceOperation),
    funding: operationPath(fundBalanceOperation),
    sandboxFunds: usd(SANDBOX_FUNDS),
  }),
  textPage("proposals", proposalsEntry.path, {
    serviceSlug: brand.serviceSlug,
    address: `${baseUrl()}/v1/mcp`,
    get: operationPath(getPayoutProposalOperation),
    approve: operationPath(approvePayoutProposalOperation),
    tools: (
      <Rows
        columns={["Tool", "What it does"]}
        rows={companyTools.map(({ tool }) => [<code>{tool.name}</code>, tool.description])}
      />
    ),
  }),
  textPage("savings", savingsEntry.path, {
    amounts: <Rows columns={["The driver's choice", "Saved", "Of a net amount of $123.12"]} rows={AMOUNTS} />,
    invite: operationPath(inviteToSaveOperation),
    end: operationPath(endSavingsOperation),
    act: operationPath(actOnSavingsOperation),
    settle: operationPath(settleContributionOperation),
  }),
  textPage("tips", tipsEntry.path, {
    sample: <GuideSamples name="payout" label="a payout with tips" />,
    summary: operationPath(getTaxSummaryOperation),
    form: operationPath(get1099Operation),
    refund: operationPath(refundPayoutOperation),
  }),
  textPage("mirror", mirrorEntry.path, {
    events: listPath(listEventsOperation),
    payouts: listPath(listPayoutsOperation),
    drivers: listPath(listDriversOperation),
    transactions: listPath(listBalanceTransactionsOperation),
    sample: <GuideSamples name="follow" label="a program that follows the events" />,
  }),
  textPage("reconcile", reconcileEntry.path, {
    accounts: <Rows columns={["Account", "What is there"]} rows={ACCOUNTS} />,
    settlement: operationPath(getSettlementOperation),
    transactions: operationPath(listBalanceTransactionsOperation),
    funding: operationPath(fundBalanceOperation),
    sample: <GuideSamples name="reconcile" label="the check of a day" />,
  }),
  // For a partner, a regulator or a court that must know what a person agreed to.
  textPage("receipts", docsPath("receipts"), { baseUrl: baseUrl() }),
  textPage("versioning", docsPath("versioning")),
  // The policy that `/.well-known/security.txt` names.
  textPage("security", docsPath("security"), { securityEmail: brandCompany.securityEmail }),
];

const STEPS = [
  ["Complete the live legal profile", "It has a legal name, an address and an EIN", "An admin"],
  ["Receive an event", "An endpoint of yours accepted one in the sandbox", "Your developers"],
  ["Send idempotency keys", "A test key sent a payout with one", "Your developers"],
  ["Handle a failed payout", "An endpoint accepted the event of one", "Your developers"],
  ["Add a second admin", "Two admins have signed in", "An admin"],
  ["Ask for live access", "You got our decision by email", "An admin, then our team"],
  ["Fund your balance", "Your wire is booked", "You, then our team"],
  ["Pay one driver a small amount", "The payout is completed", "You"],
];

const AMOUNTS = [
  ["A whole percentage, 1 to 50", "That part of net_amount, half a cent rounded up", "5%: $6.16"],
  ["The cents", "What is above the last whole dollar", "$0.12"],
];

const ACCOUNTS = [
  [<code>outside</code>, "Your bank. It is below zero by what came from there."],
  [<code>funds</code>, "What you can pay out: your available balance."],
  [<code>pending</code>, "Payouts that are neither completed nor returned."],
  [<code>drivers</code>, "What all drivers received. A transaction names each one, as driver:ID."],
  [<code>fees</code>, "The fees of payouts."],
  [<code>savings_pending</code>, "What drivers saved of their payouts, before it is sent."],
  [<code>savings_sent</code>, "What was sent to their Roth IRAs."],
];
