import {
  argumentOf,
  type Command,
  type CommandAnswer,
  type Fields,
} from "../../../shared/contract/operators/command.ts";
import { flagOf } from "./command-line.ts";

/** An answer for a person: its message, then its object or its rows. */
export function shown({ message, data }: CommandAnswer, command: Command): string {
  const lines = [asTyped(message, command)];
  if (Array.isArray(data)) lines.push(...tableOf(data as readonly Fields[]));
  else if (data) lines.push(...fieldsOf(data as Fields));
  return `${lines.join("\n")}\n`;
}

/** A function's reply names fields. The operator typed flags and an argument. */
function asTyped(message: string, { argument, usage, input }: Command): string {
  return message.replaceAll(/`(\w+)`/g, (quoted, field: string) => {
    if (field === argument) return argumentOf({ usage }) ?? quoted;
    return field in input.shape || field === "reason" ? `--${flagOf(field)}` : quoted;
  });
}

function fieldsOf(data: Fields): string[] {
  const entries = Object.entries(data).filter(([, value]) => value !== undefined && value !== null);
  const tables = entries.filter(([, value]) => Array.isArray(value));
  const fields = entries.filter(([, value]) => !Array.isArray(value));
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  return [
    ...fields.map(([name, value]) => `  ${name.padEnd(width)}  ${textOf(value)}`),
    ...tables.flatMap(([name, rows]) => [`${name}:`, ...tableOf(rows as readonly Fields[])]),
  ];
}

function tableOf(rows: readonly Fields[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (rows.length === 0) return [];
  const cells = [names, ...rows.map((row) => names.map((name) => textOf(row[name] ?? "-")))];
  const widths = names.map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  return cells.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  ")}`.trimEnd());
}

/** A terminal obeys control characters. The service refuses them today, but older data may have some. */
const textOf = (value: unknown): string =>
  (typeof value === "object" ? JSON.stringify(value) : String(value)).replaceAll(/\p{Cc}/gu, "?");

/** Rows as CSV (RFC 4180). A spreadsheet would run a cell that begins like a formula, so it gets a quote. */
export const csvOf = (rows: readonly Fields[]): string =>
  rows.map((row) => `${Object.values(row).map(cellOf).join(",")}\r\n`).join("");

const cellOf = (value: unknown): string =>
  `"${textOf(value ?? "")
    .replace(/^(?=[=+@\t-])/, "'")
    .replaceAll('"', '""')}"`;
