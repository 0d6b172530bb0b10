/** Why a source file has more than 200 lines, by path. */
export const reasons: Readonly<Record<string, string>> = {
  "test/domain/delivery-world.ts":
    "One simulator: its clock, state and checks refer to each other, so a part cannot be read alone.",
  "test/support/journeys/whole-journey.ts":
    "One journey through every feature, whose steps share its cloud and its end.",
  "test/faults/delivery-storm.ts":
    "One experiment, from its faults to its checks, which two suites run with other seeds and lengths.",
};
