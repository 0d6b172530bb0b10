import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { percentile } from "../../bench/statistics.ts";
import { firstAttempts, type Load } from "./first-attempt.ts";
import { idOf, mappingOf, ofType } from "./template.ts";

const costs = readFileSync(join(import.meta.dirname, "..", "..", "..", "infra", "COSTS.md"), "utf8");
const mappings = {
  fanOut: mappingOf(idOf("WebhooksFanOut")),
  first: mappingOf(idOf("WebhooksFirst")),
  slow: mappingOf(idOf("WebhooksSlow")),
  stream: ofType("AWS::Lambda::EventSourceMapping").find(({ BisectBatchOnFunctionError: is }) => is),
};

/** Seconds, with one digit. */
const figures = (load: Load) => {
  const waits = firstAttempts(mappings, load);
  return [50, 99].map((percent) => Math.round(percentile(waits, percent) / 100) / 10);
};

const LOADS = [1, 10, 100].flatMap((eventsPerS) =>
  [0, 0.01].map((dead) => ({ eventsPerS, dead, noisyPerS: 0, seconds: eventsPerS === 1 ? 3_000 : 600 })),
);
const NOISY = { eventsPerS: 10, dead: 0.01, noisyPerS: 100, seconds: 600 };

test("the first attempts of the documents' table are those of the template, and a neighbour adds 2 s at most", () => {
  const rows = [...LOADS, NOISY].map((load) => ({ load, seconds: figures(load) }));
  const lines = rows.map(
    ({ load: { eventsPerS, dead, noisyPerS }, seconds }) =>
      `| ${[eventsPerS, `${100 * dead} %`, noisyPerS, ...seconds].join(" | ")} |`,
  );
  const text = costs.replaceAll(/ +/g, " ");
  expect(lines.filter((line) => !text.includes(line))).toEqual([]);
  const alone = rows.find(({ load }) => load.eventsPerS === NOISY.eventsPerS && load.dead > 0);
  expect((rows.at(-1)?.seconds[1] ?? 99) - (alone?.seconds[1] ?? 0)).toBeLessThanOrEqual(2);
});
