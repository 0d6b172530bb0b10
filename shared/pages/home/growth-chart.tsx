import type { Language } from "../../domain/language.ts";
import { calculatorWords } from "../../words/words.ts";
import type { GrowthView } from "../client/growth-view.ts";
import { Columns } from "../layout/columns.tsx";
import { Hatch } from "./hatch.tsx";

type ViewProps = { view: GrowthView | undefined; language: Language };

/** To scale, and readable without colour: a solid line, a dashed one over hatches, each with name and sum. */
export const GrowthChart = ({ view, language }: ViewProps) => {
  const words = calculatorWords[language].grow.chart;
  const part = (name: string) => ({ "data-part": name, ...view?.parts[name] });
  const text = (name: string) => <tspan data-text={name}>{view?.texts[name]}</tspan>;
  return (
    <figure class="chart">
      <svg viewBox="0 0 400 200" role="img" aria-labelledby="growth-title" aria-describedby="growth-desc">
        <title id="growth-title">{words.title}</title>
        <desc id="growth-desc">
          {text("years")} {words.years}. {words.paid}: {text("paid")}. {words.balance}: {text("balance")}.
        </desc>
        <Hatch id="growth-hatch" />
        <polygon class="area" {...part("paidArea")} />
        <polygon fill="url(#growth-hatch)" {...part("paidArea")} />
        <path class="axis" d="M10 172H300" />
        <polyline class="edge dashed" {...part("paidLine")} />
        <polyline class="edge" {...part("balanceLine")} />
        <text x="308" class="low" {...part("balanceName")}>
          {words.balance}
        </text>
        <text x="308" {...part("balanceSum")}>
          {text("balance")}
        </text>
        <text x="308" class="low" {...part("paidName")}>
          {words.paid}
        </text>
        <text x="308" {...part("paidSum")}>
          {text("paid")}
        </text>
        <text x="10" y="191" class="low">
          {words.start}
        </text>
        <text x="300" y="191" class="low" text-anchor="end">
          {text("years")} {words.years}
        </text>
      </svg>
    </figure>
  );
};

export const GrowthTable = ({ view, language }: ViewProps) => {
  const { caption, year, paid, balance } = calculatorWords[language].grow.table;
  return (
    <table class="numbers">
      <caption>{caption}</caption>
      <Columns names={[year, paid, balance]} />
      <tbody>
        {[0, 1, 2, 3].map((i) => (
          <tr key={i} data-part={`row${i}`} {...view?.parts[`row${i}`]}>
            <th scope="row" data-text={`year${i}`}>
              {view?.texts[`year${i}`]}
            </th>
            <td data-text={`paid${i}`}>{view?.texts[`paid${i}`]}</td>
            <td data-text={`balance${i}`}>{view?.texts[`balance${i}`]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
