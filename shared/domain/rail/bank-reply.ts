import { namesABank } from "../driver/bank-account.ts";

/** Where a line is in its file, from 1, and its text, which may have an account number: never log it. */
type Placed = { line: number; text: string };

type Said =
  | { kind: "acknowledgement"; number: number; accepted: boolean; entries: number; total: number }
  | { kind: "return"; code: string; trace: string; id: string; amount: number }
  | { kind: "change"; code: string; trace: string; id: string; corrected: string }
  | { kind: "unknown" };

/** What a bank says in one line, or in an entry with its addenda. */
export type BankLine = Placed & Said;

/**
 * `isCut`: without any line, or a Nacha file without its end or with fewer entries than its end says.
 * `made_at`: when the bank made it, `YYMMDDHHMM` or less.
 */
export type BankReply = { lines: BankLine[]; isCut: boolean; made_at: string };

const WIDTH = 94;

/** `ACK,<number of our file>,ACCEPTED or REJECTED,<entries>,<total in cents>`, and perhaps a reason. */
const ACKNOWLEDGEMENT = /^ACK,(\d{1,8}),(ACCEPTED|REJECTED),(\d{1,8}),(\d{1,14})(?:,.*)?$/;

function readEntry(entry: string, addenda: string): Said {
  const kind = addenda.slice(1, 3);
  const code = addenda.slice(3, 6);
  const trace = addenda.slice(6, 21);
  const id = entry.slice(39, 54).trim();
  if (kind === "99" && /^R\d\d$/.test(code))
    return { kind: "return", code, trace, id, amount: Number(entry.slice(29, 39)) };
  if (kind === "98" && /^C\d\d$/.test(code))
    return { kind: "change", code, trace, id, corrected: addenda.slice(35, 64) };
  return { kind: "unknown" };
}

/**
 * Reads acknowledgements and Nacha files of returns and notifications of change. A line that it does not know
 * stays one, so that nothing is dropped. An entry counts only with its addenda, whole.
 */
export function readBankReply(text: string): BankReply {
  const lines: BankLine[] = [];
  const records = text.split(/\r?\n/);
  let open: { line: number; text: string } | undefined;
  let counted = 0;
  let control: number | undefined;
  const add = (line: number, text: string, said: Said) => lines.push({ line, text, ...said });
  const dropOpen = () => {
    if (open) add(open.line, open.text, { kind: "unknown" });
    open = undefined;
  };
  for (const [i, record] of records.entries()) {
    if (record === "") continue;
    const [, number, verdict, entries, total] = ACKNOWLEDGEMENT.exec(record) ?? [];
    if (open && !(record.startsWith("7") && record.length === WIDTH)) dropOpen();
    if (verdict !== undefined) {
      add(i + 1, record, {
        kind: "acknowledgement",
        number: Number(number),
        accepted: verdict === "ACCEPTED",
        entries: Number(entries),
        total: Number(total),
      });
    } else if (record.length !== WIDTH || !/^[156789]/.test(record)) {
      add(i + 1, record, { kind: "unknown" });
    } else if (record.startsWith("6")) {
      counted++;
      open = { line: i + 1, text: record };
    } else if (record.startsWith("7")) {
      counted++;
      if (!open) add(i + 1, record, { kind: "unknown" });
      else add(open.line, `${open.text}\n${record}`, readEntry(open.text, record));
      open = undefined;
    } else if (record.startsWith("9") && control === undefined) control = Number(record.slice(13, 21));
  }
  dropOpen();
  const isNacha = /^[156]/.test(text);
  const [, made_at = ""] = /^101.{20}(\d{6}(?:\d{4})?)/.exec(text) ?? [];
  return { lines, isCut: text.trim() === "" || (isNacha && control !== counted), made_at };
}

/** What a notification of change corrects. */
export type Corrected = {
  routing_number?: string;
  account_number?: string;
  account_type?: "checking" | "savings";
};

/** Where each code has its corrections in the 29 characters, by Nacha's rules, appendix five. */
const PLACES: Readonly<Record<string, { routing?: number; account?: number; type?: number }>> = {
  C01: { account: 0 },
  C02: { routing: 0 },
  C03: { routing: 0, account: 12 },
  C05: { type: 0 },
  C06: { account: 0, type: 20 },
  C07: { routing: 0, account: 9, type: 26 },
};

/** Undefined: a code that corrects no bank account, or values that none can have. */
export function correctedFields(code: string, corrected: string): Corrected | undefined {
  const { routing, account, type } = PLACES[code] ?? {};
  const part = (from: number | undefined, width: number) =>
    from === undefined ? undefined : corrected.slice(from, from + width).trim();
  const routing_number = part(routing, 9);
  const account_number = part(account, 17);
  const kind = part(type, 2)?.charAt(0);
  if (routing_number !== undefined && !(/^\d{9}$/.test(routing_number) && namesABank(routing_number)))
    return undefined;
  if (account_number !== undefined && !/^[0-9A-Za-z-]{4,17}$/.test(account_number)) return undefined;
  if (kind !== undefined && kind !== "2" && kind !== "3") return undefined;
  const fields = {
    ...(routing_number !== undefined && { routing_number }),
    ...(account_number !== undefined && { account_number }),
    ...(kind !== undefined && { account_type: kind === "2" ? ("checking" as const) : ("savings" as const) }),
  };
  return Object.keys(fields).length > 0 ? fields : undefined;
}
