import { exactUsd, grouped } from "../../domain/cents.ts";
import { type LedgerEntry, ownerSums } from "../../domain/ledger/entry.ts";
import type { MoneyDay } from "../../domain/ledger/money-days.ts";
import type { Result } from "../../http/serve/responses.ts";
import { reconcileEntry } from "../docs/docs-guides.ts";
import { Bars } from "./bars.tsx";
import { Ago, dashboardPage, Empty, type Shown } from "./frame.tsx";
import { Table } from "./table.tsx";

type MoneyProps = {
  balance: { available: number; pending: number };
  /** Oldest first. The last one is today. */
  days: readonly MoneyDay[];
  /** The days with a settlement. */
  settled: ReadonlySet<string>;
  entries: readonly LedgerEntry[];
  /** The number of all entries. */
  count: number;
  /** The entry at the end of the page, or at its beginning, if there are others beyond it. */
  older: string | undefined;
  newer: string | undefined;
  now: Date;
};

export const moneyPage = (shown: Shown, props: MoneyProps): Result => {
  const { balance, days, count } = props;
  const sumOf = (name: "payouts" | "fees") => days.reduce((sum, day) => sum + day[name], 0);
  return dashboardPage(
    shown,
    "Money",
    <>
      <dl class="strip">
        {[
          ["Available", balance.available] as const,
          ["Pending payouts", balance.pending] as const,
          [`Payouts, ${days.length} days`, sumOf("payouts")] as const,
          [`Fees, ${days.length} days`, sumOf("fees")] as const,
        ].map(([name, cents]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{exactUsd(cents)}</dd>
          </div>
        ))}
      </dl>
      {count === 0 ? <Nothing shown={shown} /> : <Movements {...props} shown={shown} />}
    </>,
  );
};

const Nothing = ({ shown }: { shown: Shown }) => (
  <Empty title="No money has moved">
    {shown.mode === "test" ? (
      <p>
        Your sandbox starts with $1,000,000. <a href="/developers/playground/test">Pay a driver</a>, and each
        movement is listed here.
      </p>
    ) : (
      <p>Your transfers to us and your payouts are listed here.</p>
    )}
  </Empty>
);

const Movements = ({
  shown,
  days,
  settled,
  entries,
  count,
  older,
  newer,
  now,
}: MoneyProps & { shown: Shown }) => (
  <>
    <Funds days={days} />
    <section aria-labelledby="days">
      <div class="split under">
        <h2 id="days">Statements</h2>
        <span class="fine">
          Days in UTC with movements, final soon after 02:00.{" "}
          <a href={reconcileEntry.path}>How to reconcile</a>
        </span>
      </div>
      <Days path={shown.path} days={days} settled={settled} />
    </section>
    <section aria-labelledby="entries">
      <div class="split under">
        <h2 id="entries">Entries</h2>
        <span class="fine">{grouped(count)} in all</span>
      </div>
      <Table
        caption="Movements of your money, newest first"
        columns={ENTRY_COLUMNS}
        rows={entries.map((entry) => entryRow(entry, shown, now))}
      />
      <nav class="links" aria-label="Pages of entries">
        {newer && <a href={`${shown.path}?after=${newer}#entries`}>Newer</a>}
        {older && <a href={`${shown.path}?before=${older}#entries`}>Older</a>}
      </nav>
    </section>
  </>
);

const Funds = ({ days }: { days: readonly MoneyDay[] }) => {
  const [first, last] = [days[0], days.at(-1)];
  const lowest = days.reduce((low, day) => (day.closing < low.closing ? day : low), days[0] as MoneyDay);
  return (
    <section aria-labelledby="funds">
      <div class="split under">
        <h2 id="funds">Available funds</h2>
        <span class="fine">Closing balance of each UTC day</span>
      </div>
      <figure class="funds">
        <figcaption>
          Lowest: {exactUsd(lowest.closing)} on {dateOf(lowest)}. The statements have the values of the bars.
        </figcaption>
        <Bars
          bars={days.map((day) => ({ label: dateOf(day), parts: { ok: day.closing } }))}
          kinds={["ok"]}
          ends={[first ? dateOf(first) : "", last ? dateOf(last) : ""]}
          say={({ parts }) => exactUsd(parts.ok ?? 0)}
        />
      </figure>
    </section>
  );
};

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const dateOf = ({ day }: Pick<MoneyDay, "day">): string =>
  `${MONTHS[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}, ${day.slice(0, 4)}`;

const DAY_COLUMNS = [
  ["Day", "w p1"],
  ["Opening", "r"],
  ["Funded", "r"],
  ["Payouts", "r p3"],
  ["Fees", "r"],
  ["Closing", "amt p2"],
  ["Files", "r p4"],
] as const;

/** More days than these are behind a summary. */
const OPEN_DAYS = 7;

type DaysProps = Pick<MoneyProps, "days" | "settled"> & { path: string };

const Days = ({ path, days, settled }: DaysProps) => {
  const moved = days.filter(({ isMoved }) => isMoved).reverse();
  const rowOf = (day: MoneyDay) => [
    dateOf(day),
    ...[day.opening, day.funded, day.payouts, day.fees, day.closing].map(exactUsd),
    settled.has(day.day) ? <Files day={day} of={`${path}/settlements/${day.day}`} /> : "Open",
  ];
  const table = (caption: string, some: readonly MoneyDay[]) => (
    <Table caption={caption} columns={DAY_COLUMNS} rows={some.map(rowOf)} />
  );
  const rest = moved.slice(OPEN_DAYS);
  return (
    <>
      {table("What each day did to the available funds", moved.slice(0, OPEN_DAYS))}
      {rest.length > 0 && (
        <details>
          <summary>Show the days before</summary>
          {table("The days before", rest)}
        </details>
      )}
    </>
  );
};

const Files = ({ day, of }: { day: MoneyDay; of: string }) => (
  <>
    <a href={`${of}?as=csv`}>
      CSV<span class="quiet"> of {dateOf(day)}</span>
    </a>{" "}
    ·{" "}
    <a href={of}>
      JSON<span class="quiet"> of {dateOf(day)}</span>
    </a>
  </>
);

const ENTRY_COLUMNS = [
  ["Entry", "w p1"],
  ["ID", ""],
  ["Available", "amt p2"],
  ["Pending", "r p4"],
  ["Time", "r p3"],
] as const;

/** A type in words: `payout_created` is “Payout created”. */
export const typeInWords = (type: string): string =>
  type.charAt(0).toUpperCase() + type.slice(1).replaceAll("_", " ");

/** The payout of a movement leads to its page. Another source is a partner's own text. */
function entryRow(entry: LedgerEntry, shown: Shown, now: Date) {
  const { id, type, source, created_at } = entry;
  const { cents_funds = 0, cents_pending = 0 } = ownerSums(entry);
  return [
    source.startsWith("pay_") ? (
      <a href={`${shown.path}/${source}`}>{typeInWords(type)}</a>
    ) : (
      <span dir="auto">
        {typeInWords(type)}: {source}
      </span>
    ),
    <code>{id}</code>,
    changed(cents_funds),
    <>
      {cents_pending !== 0 && <span class="phone">Pending </span>}
      {changed(cents_pending)}
    </>,
    <Ago at={created_at} now={now} />,
  ];
}

/** A change with its sign. None is a dash. */
const changed = (cents: number): string => (cents === 0 ? "–" : `${cents > 0 ? "+" : ""}${exactUsd(cents)}`);
