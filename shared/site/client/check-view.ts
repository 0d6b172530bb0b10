import { dollarText } from "./dollar-text.ts";

export type CheckInput = {
  income: number;
  answer: {
    eligible: boolean;
    partial: boolean;
    contribution_limit: number;
    contribution_limit_age_50_plus: number;
    savers_match: { rate: number; max_amount: number };
  };
  range: { startsAt: number; endsAt: number; limit: number };
  you: string;
};

type PartAttributes = Record<string, string | number>;

export type CheckView = {
  outcome: "full" | "reduced" | "none" | "zero";
  texts: Record<string, string>;
  parts: Record<string, PartAttributes>;
};

/** Everything about an estimate that is drawn or written. The server and the page's script share it. */
export function checkView({ income, answer, range, you: name }: CheckInput): CheckView {
  const left = 10;
  const right = 390;
  const top = 62;
  const base = 172;
  const width = range.endsAt - range.startsAt;
  const from = Math.max(0, range.startsAt - width);
  const to = range.endsAt + width;

  const at = (dollars: number) => {
    const share = (dollars - from) / (to - from);
    return Math.round((left + Math.min(1, Math.max(0, share)) * (right - left)) * 10) / 10;
  };
  const start = at(range.startsAt);
  const end = at(range.endsAt);
  const you = at(income);
  const height = Math.round(base - (answer.contribution_limit / range.limit) * (base - top));
  const anchor = you < 110 ? "start" : you > 290 ? "end" : "middle";
  const before = income < from ? "← " : "";
  const after = income > to ? " →" : "";
  const fullZone = (left + start) / 2;
  const noZone = (end + right) / 2;

  return {
    // The income says nothing of what was earned, except when there is none.
    outcome: income === 0 ? "zero" : answer.partial ? "reduced" : answer.eligible ? "full" : "none",
    texts: {
      income: dollarText(income),
      limit: dollarText(answer.contribution_limit),
      limit50: dollarText(answer.contribution_limit_age_50_plus),
      start: dollarText(range.startsAt),
      end: dollarText(range.endsAt),
      full: dollarText(range.limit),
      matchRate: `${answer.savers_match.rate}%`,
      match: dollarText(answer.savers_match.max_amount),
      you: `${before}${name}: ${dollarText(income)}${after}`,
    },
    parts: {
      area: { points: `${left},${base} ${left},${top} ${start},${top} ${start},${base}` },
      slope: { points: `${start},${base} ${start},${top} ${end},${base}` },
      edge: { points: `${left},${top} ${start},${top} ${end},${base} ${right},${base}` },
      line: { x1: you, x2: you },
      dot: { cx: you, cy: height },
      you: {
        x:
          anchor === "middle" ? you : anchor === "start" ? Math.max(left, you - 8) : Math.min(right, you + 8),
        "text-anchor": anchor,
      },
      start: { x: start, "text-anchor": start < 60 ? "start" : "middle" },
      end: { x: end },
      fullZone: { x: fullZone, visibility: start - left < 60 ? "hidden" : "visible" },
      someZone: { x: (start + end) / 2 },
      noZone: { x: noZone },
    },
  };
}
