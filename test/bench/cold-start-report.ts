import { cpus, loadavg } from "node:os";
import { startSignupOperation } from "../../shared/contract/agent/start-signup.ts";
import { type Bundles, sizesOf } from "./bundles.ts";
import type { ColdStart } from "./cold-start.ts";
import { printTable, verdict } from "./print-table.ts";
import { median } from "./statistics.ts";
import {
  COMMON_BUNDLED,
  COMMON_WAY,
  FLOOR,
  functions,
  MCP,
  MCP_SIGNUP,
  PLAIN_MCP,
  PLAIN_MCP_SIGNUP,
  type Subject,
} from "./subjects.ts";

const MOST_TIMES_FLOOR = 1.6;
const MOST_TIMES_COMMON_WAY = 0.6;
const MOST_ENTRY_KB = 320;
/** Functions that carry a library of their own have a ceiling of their own. */
const CEILINGS_KB: Record<string, number> = {
  "send-mail": 390,
  "serve-mcp": 400,
  // Secrets Manager's client, and for deliveries the queue's too.
  "create-webhook": 345,
  "rotate-webhook-secret": 345,
  "add-bank-account": 340,
  "deliver-webhook": 355,
  // The clients of all that the relay carries to, beside the table's.
  "redrive-relay": 360,
  // The page's renderer beside the store.
  "answer-consent": 330,
  // The writes that answer the question beside those that ask it.
  "connect-platform": 325,
};
const MOST_TIMES_PLAIN_MCP = 0.7;
/** What they load when it is asked for: here, the library that sets a page of PDF, and the table of all scripts. */
const LAZY_CEILINGS_KB: Record<string, number> = { "get-1099": 1_250, "open-tax-document": 1_250 };

export function reportColdStarts(measured: Map<string, ColdStart>, { entryOf }: Bundles): void {
  const of = (name: string) => measured.get(name) as ColdStart;
  const sizes = new Map([...measured.keys()].map((name) => [name, sizesOf(entryOf(name))]));
  // Round by round, so that a spell of other load weighs on both sides.
  const times = (name: string, yardstick: string, what: "importMs" | "totalMs" = "totalMs") =>
    median(of(name)[what].map((ms, round) => ms / (of(yardstick)[what][round] ?? Number.NaN)));
  const timesFloor = (name: string) => times(name, FLOOR.name);

  const row = ({ name }: Subject) => {
    const { importMs, invokeMs, totalMs } = of(name);
    const { entryKb = 0, lazyKb = 0 } = sizes.get(name) ?? {};
    return [
      name,
      Math.round(entryKb),
      lazyKb ? Math.round(lazyKb) : undefined,
      ...[importMs, invokeMs, totalMs].map((ms) => tenths(median(ms))),
      timesFloor(name),
    ];
  };
  printTable(
    "Cold start per function (medians of fresh processes; KB = 1024 bytes)",
    ["function", "entry KB", "lazy KB", "import ms", "first invoke ms", "together ms", "x floor"],
    [...functions, MCP_SIGNUP, FLOOR, COMMON_WAY, COMMON_BUNDLED, PLAIN_MCP, PLAIN_MCP_SIGNUP].map(row),
  );

  const goal = (name: string, text: string, measure: number, most: number) => [
    text,
    name,
    measure,
    most,
    verdict(measure <= most),
  ];
  const heaviest = functions
    .map(({ name }) => ({ name, kb: sizes.get(name)?.entryKb ?? 0 }))
    .sort((a, b) => b.kb - a.kb);
  printTable(
    "Goals",
    ["goal", "function", "measured", "at most", "verdict"],
    [
      ...functions
        .filter(({ usesTable }) => usesTable)
        .map(({ name }) => goal(name, "import + first invoke, x floor", timesFloor(name), MOST_TIMES_FLOOR)),
      goal(
        startSignupOperation.name,
        "import, x common way",
        times(startSignupOperation.name, COMMON_WAY.name, "importMs"),
        MOST_TIMES_COMMON_WAY,
      ),
      // Both make the same two calls, so this ratio has a floor of its own: a bare client with one call is at 0.43.
      goal(
        startSignupOperation.name,
        "import + first invoke, x common way",
        times(startSignupOperation.name, COMMON_WAY.name),
        MOST_TIMES_COMMON_WAY,
      ),
      // Every client lists first. A signup first is shown as well: both then load the same client of the table.
      goal(
        MCP.name,
        "import + first call, x plain MCP SDK",
        times(MCP.name, PLAIN_MCP.name),
        MOST_TIMES_PLAIN_MCP,
      ),
      ...heaviest
        .filter(({ name, kb }, i) => i < 2 || kb > MOST_ENTRY_KB || name in CEILINGS_KB)
        .map(({ name, kb }) => goal(name, "entry KB", kb, CEILINGS_KB[name] ?? MOST_ENTRY_KB)),
      ...Object.entries(LAZY_CEILINGS_KB).map(([name, most]) =>
        goal(name, "lazy KB", sizes.get(name)?.lazyKb ?? 0, most),
      ),
    ],
  );
  const [load = 0] = loadavg();
  process.stdout.write(
    `\nLoad average ${load.toFixed(1)} on ${cpus().length} cores; by itself, this measurement makes about 1.\n`,
  );
}

const tenths = (ms: number) => Math.round(ms * 10) / 10;
