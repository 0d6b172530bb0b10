import type { Language } from "../../domain/language.ts";
import { calculatorWords, layoutWords } from "../../words/words.ts";
import { describedBy, Mistake, MistakeSummary } from "../layout/form-mistakes.tsx";
import { GrowthChart, GrowthTable } from "./growth-chart.tsx";
import { type Growth, growthFields, maxAWeek } from "./home-growth.ts";

/** The visitor enters every number, the rate of return too: a suggested rate would be a forecast. */
export const Projector = ({ growth, language }: { growth: Growth | undefined; language: Language }) => {
  const words = calculatorWords[language].grow;
  const mistakes = growth?.mistakes ?? {};
  const [after, have, paid, rest] = words.outcome;
  const [hypothetical, aWeekAt, aYear] = words.assumed;
  const text = (name: string) => <strong data-text={name}>{growth?.view?.texts[name]}</strong>;
  return (
    <div class="panel">
      <form class="fields-in-pairs" method="get" action="/#grow" data-grow={maxAWeek}>
        <MistakeSummary
          mistakes={mistakes}
          labels={{ weekly: words.weekly, years: words.years, rate: words.rate }}
          title={layoutWords[language].check}
        />
        {growthFields.map((name) => (
          <div key={name} {...(name !== "rate" && { class: "half" })}>
            <label for={name}>
              {words[name]}
              {name === "rate" && (
                <span class="hint" id="rate-hint">
                  {words.rateHint}
                </span>
              )}
            </label>
            <input
              id={name}
              name={name}
              inputMode={name === "years" ? "numeric" : name === "weekly" ? "decimal" : "text"}
              autocomplete="off"
              required
              maxLength={12}
              value={growth?.values[name] ?? ""}
              {...describedBy(mistakes, name, name === "rate" ? "rate-hint" : undefined)}
            />
            <Mistake mistakes={mistakes} name={name} />
          </div>
        ))}
        <button type="submit">{words.button}</button>
      </form>
      <div class="answer" data-grown>
        <div role="status">
          <p class="soft" data-ungrown hidden={growth?.view !== undefined}>
            {words.empty}
          </p>
        </div>
        <div data-shown hidden={growth?.view === undefined}>
          <p class="outcome">
            {after} {text("years")} {have} {text("balance")}
            {paid} {text("paid")}
            {rest}
          </p>
          <p class="fine">
            <strong>{hypothetical}</strong> {text("weekly")} {aWeekAt} {text("rate")}
            {aYear}
          </p>
          <GrowthChart view={growth?.view} language={language} />
          <GrowthTable view={growth?.view} language={language} />
        </div>
        <p class="fine">
          <strong>{words.hypothetical}</strong>
        </p>
        <details>
          <summary>{words.assumptions}</summary>
          <ul class="fine">
            {words.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </details>
      </div>
    </div>
  );
};
