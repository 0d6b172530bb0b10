import { exactUsd, grouped } from "../../domain/money/cents.ts";
import { type LedgerEntry, ownerSums } from "../../domain/ledger/entry.ts";
import type { MoneyDay } from "../../domain/ledger/money-days.ts";
import type { Result } from "../../http/serve/responses.ts";
import { docsPath } from "../../contract/docs-paths.ts";
import { Plot } from "../frame/plot.tsx";
import { dashboardPage, Empty, Part, Strip } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { Ago, dateInWords, Id, nameInWords, shortUsd } from "../list/cells.tsx";
import { Filters, Pages, type ListPlace, Table } from "../list/table.tsx";

type MoneyProps = {
  balance: { available: number; pending: number };
  /** Oldest first. The last one is today. */
  days: readonly MoneyDay[];
  settled: ReadonlySet<string>;
  entries: readonly LedgerEntry[];
  /** The number of all entries of the filter, and the cents that they added to the available funds. */
  count: number;
  net: number;
  place: ListPlace;
};

export const moneyPage = (shown: Shown, props: MoneyProps): Result => {
  const { balance, days, count, place } = props;
  const sumOf = (name: "payouts" | "fees") => exactUsd(days.reduce((sum, day) => sum + day[name], 0));
  return dashboardPage(
    shown,
    "Money",
    <>
      <Strip
        of={{
          Available: exactUsd(balance.available),
          "Pending payouts": exactUsd(balance.pending),
          [`Payouts, ${days.length} days`]: sumOf("payouts"),
          [`Fees, ${days.length} days`]: sumOf("fees"),
        }}
      />
      {count === 0 && place.query.size === 0 ? (
        <Nothing shown={shown} />
      ) : (
        <Movements {...props} shown={shown} />
      )}
    </>,
  );
};

const Nothing = ({ shown }: { shown: Shown }) => (
  <Empty title="No money has moved">
    {shown.mode === "test" ? (
      <p>
        Your sandbox starts with $1,000,000. <a href="/developers/payouts/test">Pay a driver</a>, and each
        movement is listed here.
      </p>
    ) : (
      <p>Your transfers to us and your payouts are listed here.</p>
    )}
  </Empty>
);

const Movements = ({ shown, days, settled, entries, count, net, place }: MoneyProps & { shown: Shown }) => (
  <>
    <Funds days={days} />
    <Part
      id="days"
      title="Statements"
      aside={
        <>
          Days in UTC with movements, final soon after 02:00.{" "}
          <a href={docsPath("reconcile")}>How to reconcile</a>
        </>
      }
    >
      <Days path={shown.path} days={days} settled={settled} />
    </Part>
    <Part id="entries" title="Entries">
      <Filters
        place={place}
        filters={[["Created", "days"]]}
        count={`${grouped(count)} in all · ${changed(net)} available`}
      />
      <Table
        caption="Movements of your money, newest first"
        columns={ENTRY_COLUMNS}
        rows={entries.map((entry) => entryRow(entry, shown.mode))}
      />
      <Pages place={place} at="entries" />
    </Part>
  </>
);

/** The days before the first movement are not of the account: it had no money, and may not have existed. */
const Funds = ({ days: shown }: { days: readonly MoneyDay[] }) => {
  const days = shown.slice(
    Math.max(
      0,
      shown.findIndex((day) => day.isMoved || day.closing !== 0),
    ),
  );
  const lowest = days.reduce((low, day) => (day.closing < low.closing ? day : low), days[0] as MoneyDay);
  return (
    <Part id="funds" title="Available funds" aside="Closing balance of each UTC day">
      <Plot
        name="closing"
        title="Available funds by day"
        columns={days.map((day) => ({
          name: dateInWords(day.day),
          parts: { ok: day.closing },
          say: `${dateOf(day)}: ${exactUsd(day.closing)}`,
        }))}
        kinds={["ok"]}
        axis={shortUsd}
        figure={exactUsd(lowest.closing)}
        of={`was the lowest, on ${dateOf(lowest)}`}
      />
    </Part>
  );
};

const dateOf = ({ day }: Pick<MoneyDay, "day">): string => `${dateInWords(day)}, ${day.slice(0, 4)}`;

const DAY_COLUMNS = [
  ["Day", "w p1"],
  ["Opening", "r"],
  ["Funded", "r"],
  ["Payouts", "r p3 l"],
  ["Fees", "r"],
  ["Closing", "amt p2 l"],
  ["Files", "r p4 l"],
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
    <a href={`${of}?format=csv`}>
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
  ["Available", "amt p2 l"],
  ["Pending", "r p4 l"],
  ["Time", "r p3"],
] as const;

/** The payout of a movement leads to its page. Another source is a partner's own text. */
function entryRow(entry: LedgerEntry, mode: string) {
  const { id, type, source, created_at } = entry;
  const { cents_funds = 0, cents_pending = 0 } = ownerSums(entry);
  return [
    source.startsWith("pay_") ? (
      <a href={`/developers/payouts/${mode}/${source}`}>{nameInWords(type)}</a>
    ) : (
      <bdi>
        {nameInWords(type)}: {source}
      </bdi>
    ),
    <Id id={id} />,
    changed(cents_funds),
    changed(cents_pending),
    <Ago at={created_at} />,
  ];
}

/** A change with its sign. None is a dash. */
const changed = (cents: number): string => (cents === 0 ? "–" : `${cents > 0 ? "+" : ""}${exactUsd(cents)}`);
