import type { Kind, Use } from "./processes.ts";
import type { SuiteTime } from "./suite-times.ts";

export type Sample = { at: number; uses: Use[] };
export type Costs = {
  cpu: number;
  peak_mb: number;
  kinds: Record<string, { cpu: number; at_peak_mb: number }>;
  suites: Record<string, { cpu: number; others: number }>;
};

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
const rounded = (number: number): number => Math.round(number * 10) / 10;
const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

/**
 * The costs of a run. A suite's `cpu` is exact: what its worker used. `others` is what the programs of that
 * worker used meanwhile, by samples: clouds, engines and browsers may still be busy with the suite before.
 */
export function costsOf(times: readonly SuiteTime[], samples: readonly Sample[]): Costs {
  const usage = samples.flatMap(({ uses }) => uses);
  const memoryUsed = ({ uses }: Sample) => sum(uses.map(({ memory }) => memory));
  const peak = samples.reduce((most, sample) => (memoryUsed(sample) > memoryUsed(most) ? sample : most), {
    at: 0,
    uses: [],
  });
  const kinds = [...new Set(usage.map(({ kind }) => kind))].map((kind: Kind) => {
    const ofKind = (uses: readonly Use[]) => uses.filter((use) => use.kind === kind);
    const cpu = rounded(sum(ofKind(usage).map((use) => use.cpu)));
    return [
      kind,
      { cpu, at_peak_mb: megabytes(sum(ofKind(peak.uses).map(({ memory }) => memory))) },
    ] as const;
  });
  const suites = times.map(({ suite, worker, cpu, start, end }) => {
    const during = samples.filter(({ at }) => at > start && at <= end).flatMap(({ uses }) => uses);
    const others = during.filter((use) => use.worker === worker && use.kind !== "runner");
    return [suite, { cpu: rounded(cpu), others: rounded(sum(others.map((use) => use.cpu))) }] as const;
  });
  return {
    cpu: rounded(sum(usage.length > 0 ? usage.map(({ cpu }) => cpu) : times.map(({ cpu }) => cpu))),
    peak_mb: megabytes(memoryUsed(peak)),
    kinds: Object.fromEntries(kinds.sort(([, a], [, b]) => b.cpu - a.cpu)),
    suites: Object.fromEntries(suites.sort(([, a], [, b]) => b.cpu + b.others - a.cpu - a.others)),
  };
}
