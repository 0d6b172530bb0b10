import { cpus, loadavg } from "node:os";
import { sizesOf } from "./bundle-size.ts";
import type { Bundles } from "./bundles.ts";
import { entryCeilingKb, lazyCeilingKb } from "./ceilings.ts";
import type { ColdStart } from "./cold-start.ts";
import { atMost, printTable } from "./print-table.ts";
import { median } from "./statistics.ts";
import {
  COMMON_KEYED,
  COMMON_SECRET,
  COMMON_WAY,
  FLOOR,
  functions,
  MCP,
  MCP_SIGNUP,
  PLAIN_MCP,
  type Subject,
  YARDSTICKS,
} from "./subjects.ts";

/**
 * Goals are ratios of CPU time, round by round. A function is compared with the common way that makes about
 * as many SDK calls, so the SDK's own share bounds both ratios from below.
 */
const MAX_TIMES_COMMON_WAY = { import: 0.5, together: 0.7 };
/** Both load the MCP SDK and the AWS SDK, which are most of a start. */
const MAX_TIMES_PLAIN_MCP = 0.85;

const commonWayOf = ({ keyed, secret }: Subject) =>
  secret ? COMMON_SECRET : keyed ? COMMON_KEYED : COMMON_WAY;

export function reportColdStarts(measured: Map<string, ColdStart>, { entryOf }: Bundles): void {
  const of = (name: string) => measured.get(name) as ColdStart;
  const sizes = new Map([...measured.keys()].map((name) => [name, sizesOf(entryOf(name))]));
  const times = (name: string, yardstick: string, part: "importCpuMs" | "totalCpuMs" = "totalCpuMs") =>
    median(of(name)[part].map((ms, round) => ms / (of(yardstick)[part][round] ?? Number.NaN)));

  const row = (subject: Subject) => {
    const { name } = subject;
    const { importMs, totalMs, importCpuMs, totalCpuMs } = of(name);
    const { entryKb = 0, lazyKb = 0 } = sizes.get(name) ?? {};
    return [
      name,
      Math.round(entryKb),
      lazyKb ? Math.round(lazyKb) : undefined,
      ...[importCpuMs, totalCpuMs, importMs, totalMs].map((ms) => tenths(median(ms))),
      times(name, FLOOR.name),
      times(name, commonWayOf(subject).name),
    ];
  };
  printTable(
    "Cold start per function (medians of fresh processes; KB = 1024 bytes)",
    [
      ...["function", "entry KB", "lazy KB", "import CPU ms", "with first call CPU ms", "import wall ms"],
      ...["with first call wall ms", "x floor (CPU)", "x common way (CPU)"],
    ],
    [...functions, MCP_SIGNUP, ...YARDSTICKS].map(row),
  );

  const withTable = functions.filter(({ usesTable }) => usesTable);
  printTable(
    "Goals (ratios of CPU time in this run)",
    ["goal", "function", "measured", "at most", "verdict"],
    [
      ...withTable.flatMap((subject) => {
        const { name } = subject;
        const common = commonWayOf(subject).name;
        return [
          goal(name, `import, x ${common}`, times(name, common, "importCpuMs"), MAX_TIMES_COMMON_WAY.import),
          goal(name, `import + first call, x ${common}`, times(name, common), MAX_TIMES_COMMON_WAY.together),
        ];
      }),
      // Every client lists first. The table above also shows a signup first.
      goal(
        MCP.name,
        "import + first call, x plain MCP SDK",
        times(MCP.name, PLAIN_MCP.name),
        MAX_TIMES_PLAIN_MCP,
      ),
      ...functions.map(({ name }) =>
        goal(name, "entry KB", sizes.get(name)?.entryKb ?? 0, entryCeilingKb(name)),
      ),
      ...functions
        .filter(({ name }) => sizes.get(name)?.lazyKb || lazyCeilingKb(name))
        .map(({ name }) => goal(name, "lazy KB", sizes.get(name)?.lazyKb ?? 0, lazyCeilingKb(name))),
    ],
  );
  const [load = 0] = loadavg();
  process.stdout.write(
    `\nLoad average ${load.toFixed(1)} on ${cpus().length} cores; by itself, this measurement makes about 1.\n`,
  );
}

const goal = (name: string, text: string, measure: number, most: number) => [
  text,
  name,
  measure,
  most,
  atMost(`${name}: ${text}`, measure, most),
];

const tenths = (ms: number) => Math.round(ms * 10) / 10;
