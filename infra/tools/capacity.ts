import {
  cellsOf,
  type Limit,
  limitsOf,
  type Load,
  billOfMonth,
  MAX_PARTS,
  PEAK,
  partsFor,
  settingsFor,
} from "./capacity/capacity.ts";
import { runTool } from "./ops/aws-errors.ts";
import { flag, optionsOf, word } from "./ops/options.ts";
import { exitCodes, misused } from "./ops/stop.ts";

const HELP = `Usage: npm run capacity -- PAYOUTS [--accounts N | --account ID ...] [--settings]

Says what of a stage gives first at so many standard payouts a second, each with one endpoint: by arithmetic, from the
template, the units of a payout and AWS's quotas. Then the settings of infra/stack/stages.ts that the load needs, and its bill.

  --accounts N  the accounts that share the load equally (default 10)
  --account ID  one of them, with the parts that it needs in the settings
  --settings    print the settings only, as JSON
  --help        print this
`;

const PROGRAM = "npm run capacity --";
const ORDER = ["first", "second", "third"];

await runTool(async (args) => {
  process.stdout.write(await forecast(args));
  return exitCodes.DONE;
});

async function forecast(args: string[]): Promise<string> {
  const options = {
    accounts: { ...word, default: "10" },
    account: { ...word, multiple: true, default: [] as string[] },
    settings: flag,
  } as const;
  const { values, positionals } = optionsOf({ args, options, allowPositionals: true }, HELP);
  const [payouts = "", ...more] = positionals;
  if (more.length > 0 || payouts === "")
    throw misused(`Give one number of payouts a second: ${PROGRAM} 1000`);
  const ids = values.account;
  const wrong = ids.find((id) => !/^acct_\w{26}$/.test(id));
  if (wrong !== undefined)
    throw misused(`--account must be an account's id, acct_..., not ${JSON.stringify(wrong)}.`);
  const load = {
    payouts: wholeOf("The payouts a second", payouts),
    accounts: ids.length || wholeOf("--accounts", values.accounts),
  };
  const { cells, each } = cellsOf(load);
  if (load.accounts < cells)
    throw misused(
      `This load needs ${cells} cells, and an account is in one cell: give --accounts ${cells} or more.`,
    );
  const { synthesisedResources } = await import("./capacity/template.ts");
  const resources = synthesisedResources("dev", {});
  const limits = limitsOf(resources, {}, each);
  const settings = settingsFor(limits, { ...each, ids });
  const json = `${JSON.stringify(settings, null, 2)}\n`;
  if (values.settings) return json;
  return [
    `By arithmetic, for ${shown(load)}${cells > 1 ? `: ${cells} cells of ${shown(each)}` : ""}`,
    "",
    ...limits
      .filter(({ at }, i) => i < ORDER.length || at < PEAK * each.payouts)
      .map((limit, i) => lineOf(limit, i, (PEAK * each.payouts) / limit.at)),
    "",
    "Settings for it, with room for peaks of twice the load. Ask AWS for the quotas first.",
    json,
    ...partsLine(each, ids),
    `About $${round(billOfMonth(resources, load, cells))} a month, by list prices without discounts: infra/COSTS.md`,
    "",
  ].join("\n");
}

function partsLine(load: Load, ids: readonly string[]): string[] {
  const parts = partsFor(load);
  if (parts > MAX_PARTS)
    return [`Each account needs ${parts} parts. It has at most ${MAX_PARTS}: share the load.`, ""];
  return parts > 1 && ids.length === 0
    ? [`Each account needs ${parts} parts: name it with --account acct_...`, ""]
    : [];
}

function wholeOf(name: string, text: string): number {
  if (/^\d{1,7}$/.test(text) && Number(text) > 0) return Number(text);
  throw misused(`${name} must be a whole number from 1 to 9999999, not ${JSON.stringify(text)}.`);
}

function round(number: number): string {
  return Math.round(number).toLocaleString("en-US");
}

function shown({ payouts, accounts }: Load): string {
  return `${round(payouts)} payouts a second of ${accounts} account${accounts === 1 ? "" : "s"}`;
}

/** `times`: how much more the load's peaks need. */
function lineOf({ at, kind, what, raise }: Limit, i: number, times: number): string {
  const wanted = times > 1 ? `, ${times.toFixed(1)} times as much` : "";
  return `${(ORDER[i] ?? "").padEnd(7)}${round(at).padStart(7)}  ${kind.padEnd(8)} ${what}: ${raise}${wanted}`;
}
