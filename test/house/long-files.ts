/** Why a source file has more than 200 lines, by path. */
export const reasons: Readonly<Record<string, string>> = {
  "test/functions/writing.test.ts":
    "One table of what each operation stores, to the last attribute. It is compared as a whole.",
  "infra/tools/noun-page.ts":
    "One page, from its nouns to its cells. Each function is used once, in the order of the page.",
  "test/domain/delivery-world.ts":
    "One simulator: its clock, state and checks refer to each other, so a part cannot be read alone.",
  "test/support/journeys/whole-journey.ts":
    "One journey through every feature, whose steps share its cloud and its end.",
  "test/faults/delivery-storm.ts":
    "One experiment, from its faults to its checks, which two suites run with other seeds and lengths.",
};
