import { getSettlementOperation } from "../../../contract/platform/balance/get-settlement.ts";
import { listBalanceTransactionsOperation } from "../../../contract/platform/balance/list-balance-transactions.ts";
import { fundBalanceOperation } from "../../../contract/platform/test-helpers/fund-balance.ts";
import { reconcileEntry } from "../docs-guides.ts";
import { Rows } from "../docs-rows.tsx";
import { GuideSamples } from "../docs-samples.tsx";
import { operationPath } from "../docs-sections.ts";
import { textPage } from "../docs-text.tsx";

export const reconcilePage = () =>
  textPage("reconcile", reconcileEntry.path, {
    accounts: <Rows columns={["Account", "What is there"]} rows={ACCOUNTS} />,
    settlement: operationPath(getSettlementOperation),
    transactions: operationPath(listBalanceTransactionsOperation),
    funding: operationPath(fundBalanceOperation),
    sample: <GuideSamples name="reconcile" label="the check of a day" />,
  });

const ACCOUNTS = [
  [<code>outside</code>, "Your bank. It is below zero by what came from there."],
  [<code>funds</code>, "What you can pay out: your available balance."],
  [<code>pending</code>, "Payouts that are neither completed nor returned."],
  [<code>drivers</code>, "What all drivers received. A transaction names each one, as driver:ID."],
  [<code>fees</code>, "The fees of payouts."],
  [<code>savings_pending</code>, "What drivers saved of their payouts, before it is sent."],
  [<code>savings_sent</code>, "What was sent to their Roth IRAs."],
];
