import type { LedgerEntry } from "../../domain/ledger/entry.ts";
import { exactUsd } from "../../domain/money/cents.ts";
import type { PayoutStatus } from "../../domain/payout/payout.ts";
import { WithShown } from "../frame/shown.tsx";

/** An instant in words, in UTC. */
export const When = ({ at }: { at: string }) => (
  <time dateTime={at}>{`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`}</time>
);

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A day such as `2026-11-25` as `Nov 25`. */
export const dateInWords = (day: string): string =>
  `${MONTHS[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}`;

/** Cents on an axis: in thousands or millions where they are many. */
export function shortUsd(cents: number): string {
  const usd = Math.abs(cents) / 100;
  const [size, unit] = (
    [
      [1e6, "M"],
      [1e3, "k"],
    ] as const
  ).find(([each]) => usd >= each) ?? [1, ""];
  return `${cents < 0 ? "-" : ""}$${Number((usd / size).toFixed(size === 1 ? 2 : 1))}${unit}`;
}

export const exactTime = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 23)} UTC`;

const UNITS = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"],
] as const;

/** With the exact time in UTC as title, and for screen readers. */
export const Ago = ({ at }: { at: string }) => (
  <time dateTime={at} title={exactTime(at)}>
    <WithShown>{({ now }) => agoInWords(at, now)}</WithShown>
    <span class="quiet">, {exactTime(at)}</span>
  </time>
);

function agoInWords(at: string, now: Date): string {
  const seconds = (now.getTime() - Date.parse(at)) / 1000;
  const [size, unit] = UNITS.find(([each]) => Math.abs(seconds) >= each) ?? UNITS[3];
  const length = `${Math.floor(Math.abs(seconds) / size)} ${unit}`;
  return seconds < 0 ? `in ${length}` : seconds < 60 ? "just now" : `${length} ago`;
}

/** A message of the API. What it quotes between backticks is code. */
export const withCode = (message: string) =>
  message.split("`").map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part));

const BEGINNING = 8;
const END = 4;

/** An id, cut in the middle for the eye alone, with a button that copies it. The button is drawn last. */
export const Id = ({ id }: { id: string }) => (
  <span class="id">
    <button type="button" class="cp" data-copy title={`Copy ${id}`} />
    <code>
      {id.length > 16 ? (
        <>
          {id.slice(0, BEGINNING)}
          <i>{id.slice(BEGINNING, -END)}</i>
          {id.slice(-END)}
        </>
      ) : (
        id
      )}
    </code>
  </span>
);

export const endsOfId = (id = ""): string =>
  id.length > 13 ? `${id.slice(0, BEGINNING)}…${id.slice(-END)}` : id;

/** Text that the page cuts. A file has the whole one. */
export const Short = ({ children }: { of: string; children: string }) => <>{children}</>;

/** A state has its colour, its shape and its word. */
export type StateKind = "ok" | "wait" | "bad" | "warn" | "back" | "off";

export const StateBadge = ({ kind, children }: { kind: StateKind; children: string }) => (
  <span class={`st ${kind}`}>{children}</span>
);

const PAYOUT_KINDS: Record<PayoutStatus, StateKind> = {
  pending: "wait",
  completed: "ok",
  failed: "bad",
  canceled: "off",
  refunded: "back",
};

export const PayoutState = ({ status }: { status: PayoutStatus }) => (
  <StateBadge kind={PAYOUT_KINDS[status]}>{nameInWords(status)}</StateBadge>
);

/** A name of the API in words: `payout_created` is “Payout created”. */
export const nameInWords = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

/** For each posting its entry's type, from where to where, and the amount. */
export const entryInWords = ({ type, postings }: Pick<LedgerEntry, "type" | "postings">) =>
  postings.map(({ from, to, amount }) => [
    nameInWords(type),
    `${accountInWords(from)} → ${accountInWords(to)}`,
    exactUsd(amount),
  ]);

const accountInWords = (account: string): string =>
  account === "funds" ? "Available" : account.startsWith("driver:") ? "Driver" : nameInWords(account);
