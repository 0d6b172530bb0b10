import { checkRothEligibilityOperation } from "../../contract/agent/check-roth-eligibility.ts";
import { parseDecimal } from "../../domain/money/decimal.ts";
import type { Language } from "../../domain/text/language.ts";
import { checkEligibility, rothLimits } from "../../domain/tax/eligibility.ts";
import type { FilingStatus } from "../../domain/tax/years/filing-status.ts";
import { PARSING } from "../../http/serve/refused-input.ts";
import { calculatorWords } from "../../words/words.ts";
import { type CheckView, checkView } from "../client/check-view.ts";
import { plainAmount } from "../../pages/client/plain-amount.ts";
import { type Mistakes, mistakesOf } from "../../pages/layout/form-mistakes.tsx";

export type Check = {
  /** The fields exactly as the visitor typed them. */
  values: { filing_status: string; magi: string };
  mistakes: Mistakes;
  view?: CheckView;
};

/** The submitted eligibility form, or undefined when the visitor submitted none. */
export function readCheck(query: URLSearchParams, language: Language, now: Date): Check | undefined {
  const { mistakes: words, chart } = calculatorWords[language].check;
  if (!query.has("filing_status") && !query.has("magi")) return undefined;
  const values = { filing_status: query.get("filing_status") ?? "", magi: query.get("magi") ?? "" };
  const answers = Object.fromEntries(
    Object.entries({ ...values, magi: plainAmount(values.magi) }).filter(([, value]) => value !== ""),
  );
  const parsed = checkRothEligibilityOperation.query.safeParse(answers, PARSING);
  if (!parsed.success) return { values, mistakes: mistakesOf(parsed.error, words) };
  const { filing_status, magi } = parsed.data;
  const answer = checkEligibility(filing_status, parseDecimal(magi), now);
  return {
    values,
    mistakes: {},
    view: checkView({ income: Number(magi), answer, range: rangesOn(now)[filing_status], you: chart.you }),
  };
}

/** What every drawing starts from; the page's script reads it from the form. */
export function rangesOn(now: Date) {
  const { limit, phaseOut } = rothLimits(now);
  return Object.fromEntries(
    Object.entries(phaseOut).map(([status, { startsAt, endsAt }]) => [
      status,
      { startsAt: Number(startsAt), endsAt: Number(endsAt), limit: Number(limit) },
    ]),
  ) as Record<FilingStatus, { startsAt: number; endsAt: number; limit: number }>;
}
