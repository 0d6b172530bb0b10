import type { CheckView } from "../client/check-view.ts";

/**
 * Draws the contribution limit by income, to scale. It is readable without colour: the phase-out range is
 * hatched, each zone has a name, and the visitor's income is a labelled line.
 */
export const Chart = ({ texts, parts }: Pick<CheckView, "texts" | "parts">) => {
  const part = (name: string) => ({ "data-part": name, ...parts[name] });
  const text = (name: string) => <tspan data-text={name}>{texts[name]}</tspan>;
  return (
    <figure class="chart">
      <svg viewBox="0 0 400 226" role="img" aria-labelledby="chart-title" aria-describedby="chart-desc">
        <title id="chart-title">Contribution limit by income</title>
        <desc id="chart-desc">
          The limit is {text("full")} up to an income of {text("start")} and falls to zero at {text("end")}.
          At your income of {text("income")}, it is {text("limit")}.
        </desc>
        <defs>
          <pattern
            id="hatch"
            width="8"
            height="8"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path class="hatch" d="M0 0V8" />
          </pattern>
        </defs>
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
          Limit {text("full")}
        </text>
        <text y="191" {...part("start")}>
          {text("start")}
        </text>
        <text y="191" text-anchor="middle" {...part("end")}>
          {text("end")}
        </text>
        <text y="214" class="low" text-anchor="middle" {...part("fullZone")}>
          full limit
        </text>
        <text y="214" class="low" text-anchor="middle" {...part("someZone")}>
          reduced
        </text>
        <text y="214" class="low" text-anchor="middle" {...part("noZone")}>
          none
        </text>
      </svg>
      <figcaption class="fine">
        Limit for people under 50, by modified adjusted gross income (MAGI).
      </figcaption>
    </figure>
  );
};
