import { checkRothEligibilityOperation } from "../../contract/agent/check-roth-eligibility.ts";
import type { Language } from "../../domain/text/language.ts";
import { eligibilityDisclaimer, rothLimits } from "../../domain/tax/eligibility.ts";
import { matchRule } from "../../domain/tax/savers-match.ts";
import { calculatorWords, filled, layoutWords } from "../../words/words.ts";
import type { CheckView } from "../client/check-view.ts";
import { dollarText } from "../client/dollar-text.ts";
import { describedBy, Mistake, MistakeSummary } from "../../pages/layout/form-mistakes.tsx";
import { Prose } from "../../pages/layout/layout.tsx";
import { Chart } from "./chart.tsx";
import { type Check, rangesOn } from "./home-check.ts";

type CheckerProps = { check: Check | undefined; language: Language; now: Date };

/** The form submits to this page. With JavaScript, it calls the API and shows the same answer in place. */
export const Checker = ({ check, language, now }: CheckerProps) => {
  const { year } = rothLimits(now);
  const mistakes = check?.mistakes ?? {};
  const words = calculatorWords[language].check;
  return (
    <div class="panel">
      <form
        method="get"
        action="/#check"
        data-check={checkRothEligibilityOperation.path}
        data-ranges={JSON.stringify(rangesOn(now))}
        data-you={words.chart.you}
      >
        <MistakeSummary
          mistakes={mistakes}
          labels={{ filing_status: words.status, magi: words.yourIncome }}
          title={layoutWords[language].check}
        />
        <label for="filing_status">{words.status}</label>
        <select id="filing_status" name="filing_status" required {...describedBy(mistakes, "filing_status")}>
          {Object.entries(words.statuses).map(([value, label]) => (
            <option key={value} value={value} selected={check?.values.filing_status === value}>
              {label}
            </option>
          ))}
        </select>
        <Mistake mistakes={mistakes} name="filing_status" />
        <label for="magi">
          {filled(words.income, { year })}
          <span class="hint" id="magi-hint">
            {words.hint}
          </span>
        </label>
        <input
          id="magi"
          name="magi"
          inputMode="decimal"
          autocomplete="off"
          required
          maxLength={40}
          value={check?.values.magi ?? ""}
          {...describedBy(mistakes, "magi", "magi-hint")}
        />
        <Mistake mistakes={mistakes} name="magi" />
        <button type="submit">{words.button}</button>
      </form>
      <div class="answer" data-answer>
        <Outcome view={check?.view} language={language} now={now} />
        <details>
          <summary>{words.assumptions}</summary>
          {words.disclaimer && <p class="fine">{words.disclaimer}</p>}
          <p class="fine" {...(language !== "en" && { lang: "en" })}>
            <Prose text={disclaimerFor(year)} />
          </p>
        </details>
      </div>
    </div>
  );
};

/** The page contains all outcomes and shows one, so the script needs no texts. */
type OutcomeProps = { view: CheckView | undefined; language: Language; now: Date };

const Outcome = ({ view, language, now }: OutcomeProps) => {
  const { year } = rothLimits(now);
  const match = matchRule(now);
  const words = calculatorWords[language].check;
  const text = (name: string) => <strong data-text={name}>{view?.texts[name]}</strong>;
  const sentence = ([before = "", between = "", after]: readonly string[]) => {
    const inYear = (part: string) => part.replace("{year}", String(year));
    return (
      <>
        {before} {text("income")}
        {inYear(between)}
        {after !== undefined && (
          <>
            {" "}
            {text("limit")} {inYear(after)}
          </>
        )}
      </>
    );
  };
  const inMatch = (part = "") =>
    filled(part, { year: match.year, paid: match.year + 1, most: dollarText(match.contributions) });
  return (
    <>
      <div role="status">
        <p class="soft" data-outcome="unknown" hidden={view !== undefined}>
          {filled(words.empty, { year })}
        </p>
        {(["full", "reduced", "none", "zero"] as const).map((name) => (
          <p class="outcome" key={name} data-outcome={name} hidden={view?.outcome !== name}>
            {sentence(words[name])}
          </p>
        ))}
      </div>
      <div data-outcome="known" hidden={view === undefined}>
        <p class="soft">
          {words.limit50} {text("limit50")}. {words.range} {text("start")} {words.to} {text("end")}.
        </p>
        <p class="soft">
          {inMatch(words.match[0])} {text("matchRate")} {inMatch(words.match[1])} {text("match")}
          {inMatch(words.match[2])}
        </p>
        <Chart texts={view?.texts ?? {}} parts={view?.parts ?? {}} language={language} />
      </div>
    </>
  );
};

/** The API's disclaimer names filing statuses by their identifiers; people read the form's labels. */
const disclaimerFor = (year: number): string =>
  Object.entries(calculatorWords.en.check.statuses).reduce(
    (text, [value, label]) => text.replaceAll(`\`${value}\``, `“${label}”`),
    eligibilityDisclaimer(year),
  );
