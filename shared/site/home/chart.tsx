import type { Language } from "../../domain/text/language.ts";
import { calculatorWords } from "../../words/words.ts";
import type { CheckView } from "../client/check-view.ts";
import { Hatch } from "./hatch.tsx";

/** To scale, and readable without colour: hatches, names and a labelled line. */
type ChartProps = Pick<CheckView, "texts" | "parts"> & { language: Language };

export const Chart = ({ texts, parts, language }: ChartProps) => {
  const words = calculatorWords[language].check.chart;
  const [limitIs, upTo, falls] = words.upTo;
  const [atYours, itIs] = words.yours;
  const part = (name: string) => ({ "data-part": name, ...parts[name] });
  const text = (name: string) => <tspan data-text={name}>{texts[name]}</tspan>;
  return (
    <figure class="chart">
      <svg viewBox="0 0 400 226" role="img" aria-labelledby="chart-title" aria-describedby="chart-desc">
        <title id="chart-title">{words.title}</title>
        <desc id="chart-desc">
          {limitIs} {text("full")} {upTo} {text("start")} {falls} {text("end")}. {atYours} {text("income")}
          {itIs} {text("limit")}.
        </desc>
        <Hatch id="hatch" />
        <polygon class="area" {...part("area")} />
        <polygon class="area" {...part("slope")} />
        <polygon fill="url(#hatch)" {...part("slope")} />
        <path class="axis" d="M10 172H390" />
        <polyline class="edge" {...part("edge")} />
        <line class="you" y1="28" y2="172" {...part("line")} />
        <circle r="6" {...part("dot")} />
        <text y="19" {...part("you")}>
          {text("you")}
        </text>
        <text x="22" y="54" class="low">
          {words.limit} {text("full")}
        </text>
        <text y="191" {...part("start")}>
          {text("start")}
        </text>
        <text y="191" text-anchor="middle" {...part("end")}>
          {text("end")}
        </text>
        <text y="214" class="low" text-anchor="middle" {...part("fullZone")}>
          {words.full}
        </text>
        <text y="214" class="low" text-anchor="middle" {...part("someZone")}>
          {words.reduced}
        </text>
        <text y="214" class="low" text-anchor="middle" {...part("noZone")}>
          {words.none}
        </text>
      </svg>
      <figcaption class="fine">{words.caption}</figcaption>
    </figure>
  );
};
