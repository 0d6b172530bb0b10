import { getSettlementOperation } from "../../../contract/platform/balance/get-settlement.ts";
import { listBalanceTransactionsOperation } from "../../../contract/platform/balance/list-balance-transactions.ts";
import { fundBalanceOperation } from "../../../contract/platform/test-helpers/fund-balance.ts";
import { brand } from "../../../domain/brand.ts";
import { reconcileEntry } from "../docs-guides.ts";
import { Rows } from "../docs-rows.tsx";
import { GuideSamples } from "../docs-samples.tsx";
import { operationPath } from "../docs-sections.ts";
import { docsPage } from "../docs-shell.tsx";

/** The statement of a day beside a bank's, for those who keep the books. */
export const reconcilePage = () =>
  docsPage({
    path: reconcileEntry.path,
    title: reconcileEntry.title,
    description: `Match your bank statement with ${brand.serviceName}: the daily settlement, its transactions, the check of the sums and of the CSV.`,
    contents: [
      ["accounts", "Where money is"],
      ["reconcile", "Reconcile a day"],
      ["bank", "Match the bank's lines"],
      ["csv", "Check the file"],
    ],
    lead: (
      <p class="lead">
        Each day on which money moved has a settlement: what you had, every movement, and what was left. It
        never changes once it is made. So you can match it with your bank's statement to the cent.
      </p>
    ),
    children: (
      <>
        <Accounts />
        <Reconcile />
        <Bank />
        <File />
      </>
    ),
  });

const ACCOUNTS = [
  [<code>outside</code>, "Your bank. It is below zero by what came from there."],
  [<code>funds</code>, "What you can pay out: your available balance."],
  [<code>pending</code>, "Payouts that are neither completed nor returned."],
  [<code>drivers</code>, "What all drivers received. A transaction names each one, as driver:ID."],
  [<code>fees</code>, "The fees of payouts."],
];

const Accounts = () => (
  <section id="accounts">
    <h2>Where money is</h2>
    <p>
      A balance transaction moves money from one account to another. So all accounts together are always zero,
      and no cent is lost or made up.
    </p>
    <Rows columns={["Account", "What is there"]} rows={ACCOUNTS} />
  </section>
);

const Reconcile = () => (
  <section id="reconcile">
    <h2>Reconcile a day</h2>
    <p>
      A day is a day in UTC. Its <a href={operationPath(getSettlementOperation)}>settlement</a> is ready soon
      after 02:00 UTC of the next day. Add the <code>amount</code> of each{" "}
      <a href={operationPath(listBalanceTransactionsOperation)}>balance transaction</a> of the day to{" "}
      <code>opening.funds</code>. The sum is <code>closing.funds</code>. If it differs, write to{" "}
      <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> with the day.
    </p>
    <GuideSamples name="reconcile" label="the check of a day" />
    <p>
      Put in a day on which your money moved. In the sandbox,{" "}
      <a href={operationPath(fundBalanceOperation)}>add test funds</a>, and read the settlement the next day.
    </p>
  </section>
);

const Bank = () => (
  <section id="bank">
    <h2>Match the bank's lines</h2>
    <ul>
      <li>
        A transfer of yours is a <code>funding</code>. Its <code>source</code> is the reference of the
        transfer.
      </li>
      <li>
        A payout is the posting to <code>driver:ID</code> of its <code>payout_completed</code>. The bank's
        line has this amount, which is the payout's <code>net_amount</code>, and the payout's id as its
        reference. The <code>source</code> of the transaction is the same id.
      </li>
      <li>
        A payout that comes back is a <code>payout_refunded</code> with the same <code>source</code>. It can
        be in the settlement of a later day.
      </li>
      <li>
        A payout of one day can reach the bank on another. <code>open_payouts</code> has those that were
        pending at the end of the day.
      </li>
    </ul>
  </section>
);

const File = () => (
  <section id="csv">
    <h2>Check the file</h2>
    <p>
      With <code>Accept: text/csv</code>, you get the same day as a file, with a line for each posting. The
      SHA-256 of its bytes is <code>entries_sha256</code>. Each settlement also has the hash of the one
      before, so your auditor sees if a day was changed or left out. You can download the files on the page
      Money of the <a href="/developers">dashboard</a>, too. On your machine, check one with{" "}
      <code>sha256sum settlement-2026-11-21.csv</code>.
    </p>
  </section>
);
