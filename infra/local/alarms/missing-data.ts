export type State = "OK" | "ALARM" | "INSUFFICIENT_DATA";
export type Missing = "missing" | "ignore" | "breaching" | "notBreaching";

export type Point = boolean | undefined;

export type Rule = {
  periods: number;
  breaches: number;
  missing: Missing;
};

/**
 * As CloudWatch's tables say (alarms-and-missing-data). The range, oldest first, has more points than count.
 * With enough values, the newest count. Otherwise as few missing points as possible are filled in.
 */
export function stateAfter(range: readonly Point[], { periods, breaches, missing }: Rule, now: State): State {
  const known = range.filter((point) => point !== undefined);
  const ringing = (bad: number): State => (bad >= breaches ? "ALARM" : "OK");
  if (known.length >= periods) return ringing(countOf(known.slice(-periods)));
  const bad = countOf(known);
  if (missing === "breaching") return ringing(bad + periods - known.length);
  if (missing === "notBreaching" || bad >= breaches) return ringing(bad);
  if (known.includes(false)) return "OK";
  if (missing === "ignore") return now;
  if (known.length === 0) return "INSUFFICIENT_DATA";
  return isOldEnough(range.slice(-periods), breaches) ? "ALARM" : now;
}

const countOf = (points: readonly Point[]): number => points.filter(Boolean).length;

/** Newer values may still contradict it. AWS does not name the state meanwhile, so it stays. */
function isOldEnough(counted: readonly Point[], breaches: number): boolean {
  const first = counted.indexOf(true);
  return first >= 0 && counted.length - first >= breaches;
}
