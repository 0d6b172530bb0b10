import type { Language } from "../../domain/language.ts";
import { taxYear2026 } from "../../domain/tax/years/tax-year-2026.ts";
import { calculatorWords, filled } from "../../words/words.ts";
import { dollarText } from "../client/dollar-text.ts";
import { type GrowthView, growthLimits, growthView } from "../client/growth-view.ts";
import { plainAmount } from "../client/plain-amount.ts";
import type { Mistakes } from "../layout/form-mistakes.tsx";

export type Growth = { values: Record<Field, string>; mistakes: Mistakes; view?: GrowthView };

export const growthFields = ["weekly", "years", "rate"] as const;
type Field = (typeof growthFields)[number];

/** The most that a week's contribution can be under the law, from age 50, in whole dollars. */
export const maxAWeek = Math.floor(Number(taxYear2026.rothIra.limitAge50Plus) / 52);

export function readGrowth(query: URLSearchParams, language: Language): Growth | undefined {
  if (!growthFields.some((name) => query.has(name))) return undefined;
  const values = Object.fromEntries(
    growthFields.map((name) => [name, query.get(name) ?? ""]),
  ) as Growth["values"];
  const input = Object.fromEntries(growthFields.map((name) => [name, numberIn(values[name])]));
  const { weekly = Number.NaN, years = Number.NaN, rate = Number.NaN } = input;
  const words = calculatorWords[language].grow.mistakes;
  const { limit, limitAge50Plus } = taxYear2026.rothIra;
  const mistakes: Mistakes = {
    ...(!(weekly >= 1 && weekly <= maxAWeek) && {
      weekly: filled(words.weekly, {
        most: dollarText(maxAWeek),
        limit: dollarText(Number(limit)),
        limit50: dollarText(Number(limitAge50Plus)),
      }),
    }),
    ...(!(Number.isInteger(years) && years >= 1 && years <= growthLimits.years) && { years: words.years }),
    ...(!(Math.abs(rate) <= growthLimits.rate) && { rate: words.rate }),
  };
  if (Object.keys(mistakes).length > 0) return { values, mistakes };
  return { values, mistakes, view: growthView({ weekly, years, rate }) };
}

function numberIn(text: string): number {
  const plain = plainAmount(text);
  return /^-?\d{1,6}(\.\d{1,4})?$/.test(plain) ? Number(plain) : Number.NaN;
}
