/** One line that rewrites itself on a terminal, and a line each elsewhere. */
export function progress(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
}

export type Cell = string | number | undefined;

/** Numbers to the right, text to the left; a missing value is a dash. */
export function printTable(title: string, columns: readonly string[], rows: readonly Cell[][]): void {
  const text = [columns, ...rows.map((row) => row.map(show))];
  const widths = columns.map((_, i) => Math.max(...text.map((row) => row[i]?.length ?? 0)));
  const toRight = columns.map((_, i) => rows.some((row) => typeof row[i] === "number"));
  const lines = text.map((row) =>
    row
      .map((cell, i) => (toRight[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  if (process.stderr.isTTY) progress("");
  process.stdout.write(`\n${title}\n\n${[lines[0], rule, ...lines.slice(1)].join("\n")}\n`);
}

const rounded = (value: number) => Math.round(value * 100) / 100;

const show = (cell: Cell): string =>
  cell === undefined || Number.isNaN(cell) ? "-" : typeof cell === "number" ? String(rounded(cell)) : cell;

const missed: string[] = [];

/** The goals that this run missed so far, in words. A run that misses one fails. */
export const missedGoals = (): readonly string[] => missed;

export function verdict(goal: string, met: boolean): string {
  if (!met) missed.push(goal);
  return met ? "ok" : "MISSED";
}

/** Compares what is shown: two decimals. One retry among 2,700 deliveries is 5.00 units, not more than 5. */
export const atMost = (goal: string, measured: number, most: number): string =>
  verdict(`${goal} is ${rounded(measured)}, at most ${most}`, rounded(measured) <= most);
