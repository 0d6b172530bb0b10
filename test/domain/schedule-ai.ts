/**
 * The tax by Form 2210, Schedule AI, line by line in dollars and without rounding, for a single filer with
 * self-employment income alone. Written from the form and not from the code: it prorates the social security
 * limit and multiplies the rates, and has the tax rate schedules as the IRS prints them. `nudge` is added to
 * the income that reduces the tips deduction in steps, where a cent can decide a step.
 */
export function scheduleAi(
  year: 2025 | 2026,
  periods: readonly { gross: number; tips: number; expenses: number }[],
  nudge = 0,
): number[] {
  const figures = FIGURES[year];
  return [4, 2.4, 1.5, 1].map((factor, i) => {
    const through = periods.slice(0, i + 1);
    const total = (of: (period: (typeof through)[number]) => number) =>
      through.reduce((sum, period) => sum + of(period), 0);
    const profit = Math.max(0, total(({ gross }) => gross) - total(({ expenses }) => expenses));

    // Part II: line 28, then the limit of line 29, and the rates of lines 32 and 34.
    const netEarnings = profit * 0.9235;
    const limit = figures.wageBase / factor;
    const isTaxed = netEarnings * factor >= 400 - 1e-9;
    const social = isTaxed ? Math.min(netEarnings, limit) * 0.124 * factor : 0;
    const medicare = isTaxed ? netEarnings * 0.029 * factor : 0;
    const additional = Math.max(0, netEarnings * factor - 200_000) * 0.009;

    // Part I: line 1 has half of the self-employment tax deducted.
    const agi = profit * factor - (social + medicare) / 2;
    const exempt = tipsDeduction(total(({ tips }) => tips) * factor, agi, agi + nudge);
    const taxable = Math.max(0, agi - figures.standardDeduction - exempt);
    return incomeTaxOn(taxable, figures.schedule) + social + medicare + additional;
  });
}

/** Schedule 1-A, part II. */
function tipsDeduction(tips: number, income: number, magi: number): number {
  const steps = Math.max(0, Math.floor((magi - 150_000) / 1_000));
  return Math.max(0, Math.min(tips, income, 25_000) - 100 * steps);
}

function incomeTaxOn(taxable: number, schedule: readonly (readonly [number, number, number])[]): number {
  const row = schedule.findLast(([over]) => taxable > over);
  if (!row) return 0;
  const [over, base, rate] = row;
  return base + (taxable - over) * rate;
}

/** Schedule X: over this amount, the tax is that much plus a rate on the excess. */
const FIGURES = {
  2025: {
    wageBase: 176_100,
    standardDeduction: 15_750,
    schedule: [
      [0, 0, 0.1],
      [11_925, 1_192.5, 0.12],
      [48_475, 5_578.5, 0.22],
      [103_350, 17_651, 0.24],
      [197_300, 40_199, 0.32],
      [250_525, 57_231, 0.35],
      [626_350, 188_769.75, 0.37],
    ],
  },
  2026: {
    wageBase: 184_500,
    standardDeduction: 16_100,
    schedule: [
      [0, 0, 0.1],
      [12_400, 1_240, 0.12],
      [50_400, 5_800, 0.22],
      [105_700, 17_966, 0.24],
      [201_775, 41_024, 0.32],
      [256_225, 58_448, 0.35],
      [640_600, 192_979.25, 0.37],
    ],
  },
} as const;
