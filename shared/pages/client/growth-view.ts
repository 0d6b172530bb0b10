import type { PartAttributes } from "./check-view.ts";
import { dollarText } from "./dollar-text.ts";

export type GrowthInput = { weekly: number; years: number; rate: number };

export type GrowthView = { texts: Record<string, string>; parts: Record<string, PartAttributes> };

/** The limits of the projector's fields. The page's script leaves the texts of mistakes to the server. */
export const growthLimits = { years: 50, rate: 20 };

const WEEKS = 52;
/** The table has this many rows, and the chart as many points as the projection has years. */
const ROWS = 4;

export function projected({ weekly, rate }: GrowthInput, years: number): { paid: number; balance: number } {
  const growth = (1 + rate / 100) ** (1 / WEEKS);
  const weeks = Math.round(years * WEEKS);
  const each = growth === 1 ? weeks : (growth ** weeks - 1) / (growth - 1);
  return { paid: weekly * weeks, balance: weekly * each };
}

export function growthView(input: GrowthInput): GrowthView {
  const [left, right, top, base] = [10, 300, 24, 172];
  const { years } = input;
  const points = Array.from({ length: years + 1 }, (_, year) => ({ year, ...projected(input, year) }));
  const last = points.at(-1) ?? { year: 0, paid: 0, balance: 0 };
  const most = Math.max(last.paid, ...points.map(({ balance }) => balance));

  const x = (year: number) => tenths(left + (year / years) * (right - left));
  const y = (dollars: number) => tenths(base - (dollars / most) * (base - top));
  const line = (of: "paid" | "balance") =>
    points.map((point) => `${x(point.year)},${y(point[of])}`).join(" ");
  const [paidAt, balanceAt] = apart(y(last.paid), y(last.balance));
  const rows = Array.from({ length: ROWS }, (_, i) => Math.round(((i + 1) * years) / ROWS));

  return {
    texts: {
      years: String(years),
      weekly: dollarText(input.weekly),
      rate: String(input.rate),
      paid: rounded(last.paid),
      balance: rounded(last.balance),
      ...Object.fromEntries(
        rows.flatMap((year, i) => {
          const { paid, balance } = projected(input, year);
          return [
            [`year${i}`, String(year)],
            [`paid${i}`, rounded(paid)],
            [`balance${i}`, rounded(balance)],
          ];
        }),
      ),
    },
    parts: {
      paidArea: { points: `${left},${base} ${line("paid")} ${right},${base}` },
      paidLine: { points: line("paid") },
      balanceLine: { points: line("balance") },
      paidName: { y: paidAt },
      paidSum: { y: paidAt + 15 },
      balanceName: { y: balanceAt },
      balanceSum: { y: balanceAt + 15 },
      // A short projection has one row for each year.
      ...Object.fromEntries(
        rows.map((year, i) => [`row${i}`, { class: year < 1 || rows.indexOf(year) < i ? "gone" : "" }]),
      ),
    },
  };
}

const tenths = (value: number) => Math.round(value * 10) / 10;

/** Projections in whole dollars: cents would promise a precision that they do not have. */
const rounded = (dollars: number) => dollarText(Math.round(dollars));

/** The heights of two labels of two lines each, which must not overlap or leave the frame. */
function apart(paid: number, balance: number): [number, number] {
  const gap = 40;
  const [high, low] = [Math.min(paid, balance), Math.max(paid, balance)];
  const middle = Math.max(high, Math.min((high + low) / 2, 172 - gap));
  const [first, second] = low - high >= gap ? [high, low] : [middle - gap / 2, middle + gap / 2];
  const shift = Math.max(0, 16 - first) - Math.max(0, second - 160);
  const [upper, lower] = [tenths(first + shift), tenths(second + shift)];
  return paid <= balance ? [upper, lower] : [lower, upper];
}
