import type { Language } from "../../domain/language.ts";
import { taxYear2026 } from "../../domain/tax/years/tax-year-2026.ts";
import { filled, homeWords } from "../../words/words.ts";
import { dollarText } from "../client/dollar-text.ts";
import { PayoutState } from "../developers/list/cells.tsx";
import { Stops } from "../developers/list/stops.tsx";
import { Table } from "../developers/list/table.tsx";

/** The product, drawn with the parts of the dashboard. Its words are in English, as the dashboard's are. */
export const Scene = ({ language }: { language: Language }) => {
  const { caption, example, planned, account, of, apps } = homeWords[language].scene;
  const { year, rothIra } = taxYear2026;
  const kinds = ["ok", "ok", "now"] as const;
  return (
    <figure class="scene">
      <div class="scene-list" lang="en">
        <p class="scene-head">
          <strong>Payouts</strong> <span lang={language}>{example}</span>
        </p>
        <Table
          caption="Payouts, newest first"
          columns={COLUMNS}
          rows={PAYOUTS.map(([amount, status, driver, method, created]) => [
            amount,
            <PayoutState status={status} />,
            driver,
            method,
            created,
          ])}
        />
      </div>
      <div class="scene-account">
        <p class="scene-head">
          <span>{filled(account, { year })}</span> <span>{planned}</span>
        </p>
        <p>
          <strong>$2,318.40</strong>
          <progress max={Number(rothIra.limit)} value={2318.4} aria-label={account} />
          {filled(of, { limit: dollarText(Number(rothIra.limit)) })}
        </p>
        <Stops of={apps.map((app, i) => [kinds[i] ?? "ok", app, SAVED[i] ?? ""])} />
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
};

const COLUMNS = [
  ["Amount", "amt p2"],
  ["Status", "p3"],
  ["Driver", "w p1"],
  ["Method", ""],
  ["Created", "r p4"],
] as const;

const PAYOUTS = [
  ["$1,284.60", "completed", "Amara Okafor", "Instant", "2 min ago"],
  ["$412.00", "pending", "Bartholomew Wolfe", "Standard", "4 min ago"],
  ["$643.27", "completed", "Priya Sharma", "Instant", "41 min ago"],
  ["$216.80", "refunded", "Zoë O'Brien", "Instant", "6 h ago"],
  ["$58.00", "completed", "José Ruiz", "Standard", "7 h ago"],
] as const;

const SAVED = ["+$64.23", "+$20.60", "+$11.10"];
