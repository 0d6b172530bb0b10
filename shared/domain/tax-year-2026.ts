/**
 * The tax year's figures, each with the document that sets it. Rules read them from here and nowhere else.
 * Amounts are whole US dollars.
 */
export const taxYear2026 = {
  year: 2026,
  rothIra: {
    /** IRS Notice 2025-67: $7,500, and $1,100 more from age 50. */
    limit: 7_500n,
    limitAge50Plus: 8_600n,
    /**
     * IRS Notice 2025-67 for the indexed ranges. The range of a married person who files separately and lived
     * with the spouse at any time of the year is not indexed: IRC 408A(c)(3)(B)(ii)(III).
     */
    phaseOut: {
      single: { startsAt: 153_000n, endsAt: 168_000n },
      head_of_household: { startsAt: 153_000n, endsAt: 168_000n },
      married_joint: { startsAt: 242_000n, endsAt: 252_000n },
      married_separate: { startsAt: 0n, endsAt: 10_000n },
    },
  },
} as const;
