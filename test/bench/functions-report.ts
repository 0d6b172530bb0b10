import { cpus, loadavg } from "node:os";
import { sizesOf } from "./bundle-size.ts";
import type { Bundles } from "./bundles.ts";
import { entryCeilingKb, lazyCeilingKb } from "./ceilings.ts";
import { atMost, type Cell, printTable } from "./print-table.ts";
import { median } from "./statistics.ts";
import { FLOOR, type Subject, yardstickOf } from "./subjects.ts";
import type { Probed } from "./yardsticks/probe.ts";

const PARTS = ["import", "first", "warm"] as const;
type Part = (typeof PARTS)[number];

/**
 * The most CPU time, x that of the yardstick in the same rounds. Hono makes four SDK calls. Both MCP servers
 * load the MCP SDK and the AWS SDK, which are most of a start. The sweeper asks 48 shards twice.
 */
function limitsOf({ name, isMcp, usesTable, writes, busy }: Subject): Partial<Record<Part, number>> {
  if (isMcp) return { first: 0.85, warm: 0.9 };
  if (name === "sweep-deliveries") return { import: 0.55, first: 1.6, warm: 9 };
  if (!usesTable) return {};
  return { import: busy ? 0.6 : 0.55, first: busy ? 0.85 : 0.7, warm: busy ? 2 : writes ? 1.5 : 1.2 };
}

/** Prints what each subject costs beside its yardstick, and which goals it misses. */
export function reportFunctions(
  subjects: readonly Subject[],
  measured: Map<string, Probed[]>,
  { entryOf }: Bundles,
): void {
  const each = (name: string, part: Part) => (measured.get(name) ?? []).map((probed) => probed[part] ?? NaN);
  /** Some rounds measure no warm calls. */
  const medianOf = (values: readonly number[]) => median(values.filter((value) => !Number.isNaN(value)));
  const times = (name: string, yardstick: string, part: Part) => {
    const least = each(yardstick, part);
    return medianOf(each(name, part).map((ms, round) => ms / (least[round] ?? NaN)));
  };
  const rows = subjects.map((subject): Cell[] => {
    const { name } = subject;
    const yardstick = yardstickOf(subject);
    const { entryKb, lazyKb } = sizesOf(entryOf(name));
    const ratios = PARTS.map((part) => (yardstick ? times(name, yardstick.name, part) : undefined));
    const most = yardstick ? limitsOf(subject) : {};
    const goals: [goal: string, measured: number | undefined, most: number | undefined][] = [
      ...PARTS.map((part, i): (typeof goals)[number] => [part, ratios[i], most[part]]),
      ["entry KB", entryKb, subject.isOurs ? entryCeilingKb(name) : undefined],
      ["lazy KB", lazyKb, subject.isOurs ? lazyCeilingKb(name) : undefined],
    ];
    const missed = goals.filter(
      ([goal, value = NaN, limit]) =>
        limit !== undefined && atMost(`${name}: ${goal}`, value, limit) !== "ok",
    );
    const verdict = yardstick && (missed.map(([goal]) => `MISSED: ${goal}`).join("; ") || "ok");
    const size = [Math.round(entryKb), Math.round(lazyKb) || undefined];
    const cpu = PARTS.map((part) => medianOf(each(name, part)));
    return [name, ...size, ...cpu, times(name, FLOOR.name, "first"), ...ratios, verdict];
  });
  printTable(
    "Functions: medians of CPU ms in fresh processes, and ratios of each round (KB = 1024 bytes)",
    [
      ...["function", "entry KB", "lazy KB", "import", "import + first call", "warm call"],
      ...["first, x floor", "import, x yardstick", "first, x yardstick", "warm, x yardstick", "verdict"],
    ],
    rows,
  );
  const [load = 0] = loadavg();
  process.stdout.write(`\nLoad average ${load.toFixed(1)} on ${cpus().length} cores; this makes about 1.\n`);
}
