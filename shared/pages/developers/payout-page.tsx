import { exactUsd } from "../../domain/cents.ts";
import type { LedgerEntry } from "../../domain/ledger/entry.ts";
import type { Payout } from "../../domain/payout/payout.ts";
import { publicPayout } from "../../domain/payout/public-payout.ts";
import type { Result } from "../../http/serve/responses.ts";
import { shortened } from "./copy-box.tsx";
import { dashboardPage, exactTime, Facts, type Shown } from "./frame.tsx";
import { typeInWords } from "./money-page.tsx";
import { Table } from "./table.tsx";

type PayoutProps = {
  payout: Payout;
  /** Oldest first. */
  entries: readonly LedgerEntry[];
};

export const payoutPage = (shown: Shown, { payout, entries }: PayoutProps): Result => {
  const money = `/developers/money/${shown.mode}`;
  return dashboardPage(
    shown,
    `Payout of ${exactUsd(payout.amount)}`,
    <>
      <p class="split">
        <span>
          <a href={money}>Money</a> / <code>{payout.id}</code>
        </span>
        <span class="tag">{payout.status}</span>
      </p>
      <div class="beside">
        <div>
          <States payout={payout} />
          <section aria-labelledby="entries">
            <div class="split under">
              <h2 id="entries">Money</h2>
              <a href={`${money}#entries`}>See all entries</a>
            </div>
            <Table
              caption="Money entries of this payout, oldest first"
              columns={COLUMNS}
              rows={entries.flatMap(entryRows)}
            />
          </section>
        </div>
        <section aria-labelledby="details">
          <div class="split under">
            <h2 id="details">Details</h2>
          </div>
          <Facts of={detailsOf(payout)} />
          <Facts of={metadataOf(payout)} />
        </section>
      </div>
    </>,
  );
};

const States = ({ payout }: { payout: Payout }) => {
  const { created_at, completed_at, failed_at, canceled_at, refunded_at, failure_code } = payout;
  const states = [
    ["Created", created_at, "ok"],
    ["Completed", completed_at, "ok"],
    [failure_code ? `Failed: ${failure_code.replaceAll("_", " ")}` : "Failed", failed_at, "bad"],
    ["Canceled by you", canceled_at, "back"],
    ["Refunded: the bank returned the money", refunded_at, "back"],
  ] as const;
  return (
    <section aria-labelledby="states">
      <div class="split under">
        <h2 id="states">States</h2>
      </div>
      <ol class="line">
        {states.map(
          ([words, at, kind]) =>
            at && (
              <li key={words} class={kind}>
                <strong>{words}</strong>
                <time dateTime={at}>{exactTime(at)}</time>
              </li>
            ),
        )}
        {payout.status === "pending" && <li class="now">Waits for the bank</li>}
      </ol>
    </section>
  );
};

const COLUMNS = [
  ["Entry", "p1"],
  ["From and to", "w p3"],
  ["Amount", "amt p2"],
  ["Time", "r p4"],
] as const;

/** One row for each posting. */
const entryRows = ({ type, postings, created_at }: LedgerEntry) =>
  postings.map(({ from, to, amount }) => [
    typeInWords(type),
    `${accountInWords(from)} → ${accountInWords(to)}`,
    exactUsd(amount),
    <time dateTime={created_at} title={exactTime(created_at)}>
      {created_at.slice(5, 19).replace("T", " ")}
    </time>,
  ]);

const accountInWords = (account: string): string =>
  account === "funds" ? "Available" : account.startsWith("driver:") ? "Driver" : typeInWords(account);

function detailsOf(payout: Payout) {
  const { fee_refunded, description, ...shown } = publicPayout(payout);
  return {
    Driver: shown.driver_id,
    "Bank account": payout.bank_last4 && `••${payout.bank_last4}`,
    Method: shown.method,
    Amount: exactUsd(shown.amount),
    Fee: `${exactUsd(shown.fee)}${fee_refunded > 0 ? " (refunded)" : ""}`,
    Net: exactUsd(shown.net_amount),
    Description: description && <bdi>{description}</bdi>,
  };
}

/** A payout may have 50 texts of metadata. */
const MAX_OF_TEXT = 600;

const metadataOf = (payout: Payout) =>
  Object.fromEntries(
    Object.entries(publicPayout(payout).metadata).map(([name, text]) => [
      name,
      <bdi>{shortened(text, MAX_OF_TEXT)}</bdi>,
    ]),
  );
