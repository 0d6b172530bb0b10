import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { cellsOf, limitsOf, billOfMonth, PEAK, settingsFor } from "../../../infra/tools/capacity/capacity.ts";
import { readSettings } from "../../../infra/stack/settings/settings.ts";
import { synthesisedResources } from "../../../infra/tools/capacity/template.ts";

const costs = readFileSync(join(import.meta.dirname, "../../../infra/COSTS.md"), "utf8");
const rounded = (number: number) => Math.round(number).toLocaleString("en-US");
const now = synthesisedResources("dev", {});

test.each([
  [100, 1],
  [1_000, 1],
  [1_000, 10],
  [10_000, 100],
])(
  "COSTS.md has what gives first at %i payouts a second of %i accounts, and the bill",
  (payouts, accounts) => {
    const { cells, each } = cellsOf({ payouts, accounts });
    const given = limitsOf(now, {}, each).slice(0, 3);
    const named = given.map(({ at, what }) => `${rounded(at)}: ${what}`);
    const bill = rounded(billOfMonth(now, { payouts, accounts }, cells));
    const row = [rounded(payouts), String(accounts), ...named, String(cells), bill];
    const rows = costs.split("\n").map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    expect(rows).toContainEqual(row);
  },
);

const ids = ["a", "b"].map((name) => `acct_${name.repeat(26)}`);

test.each([1_000, 8_000])(
  "with the settings for %i payouts a second, no setting bounds twice the load",
  (payouts) => {
    const load = { payouts, accounts: 1_000 };
    const settings = settingsFor(limitsOf(now, {}, load), load);
    const raised = limitsOf(synthesisedResources("dev", settings), settings, load);
    const bounds = raised.filter(({ kind, raise }) => kind === "setting" || /Concurrency|warm/.test(raise));
    expect(bounds.length).toBeGreaterThan(8);
    expect(bounds.filter(({ at }) => at < PEAK * payouts)).toEqual([]);
  },
);

test("named accounts get a part for each 125 payouts a second, from an instant to come", () => {
  const load = { payouts: 1_000, accounts: 2, ids };
  const settings = readSettings("dev", settingsFor(limitsOf(now, {}, load), load), {});
  for (const id of ids) expect(settings.parts[id]).toEqual([[expect.any(String), 4]]);
  expect(Date.parse(settings.parts[ids[0] ?? ""]?.[0]?.[0] ?? "")).toBeGreaterThan(Date.now());
  const sums = limitsOf(now, settings, load).find(({ what }) => what === "sums of an account");
  expect(sums?.at).toBeCloseTo(2 * 4 * 11 * 11);
});
