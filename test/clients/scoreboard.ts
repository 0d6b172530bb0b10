import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printClients } from "../../infra/tools/clients/print.ts";
import { npmPackages, pythonPrograms } from "../support/installed-programs.ts";
import { API_KEY, type Case, hostileCases, isOwnError } from "./hostile.ts";
import { HostileServer, type Request } from "./hostile-server.ts";
import { python } from "./languages/python.ts";
import { typescript } from "./languages/typescript.ts";
import { outputOf, type Runner } from "./run-scenario.ts";

const here = join(import.meta.dirname, "scoreboard");
const folder = mkdtempSync(join(tmpdir(), "scoreboard-"));

/** The program of each library, installed on first use. */
const libraries: Readonly<Record<string, () => Runner>> = {
  "this, TypeScript": () => own("typescript", typescript.hostile),
  "stripe 23.1.0, Node": () => node("stripe", "stripe@23.1.0"),
  "openai 7.57.0, Node": () => node("openai", "openai@7.57.0"),
  "this, Python": () => own("python", python.hostile),
  "stripe 16.1.0, Python": () => pythonRunner("stripe", ["stripe==16.1.0", "requests==2.32.5"]),
  "openai 3.57.0, Python": () => pythonRunner("openai", ["openai==3.57.0"]),
};

function own(language: string, runner: (dir: string) => Runner): Runner {
  printClients([language], folder);
  return runner(join(folder, language));
}

const node = (name: string, ...packages: string[]): Runner => ({
  command: "node",
  args: [join(here, "run.mjs"), name, npmPackages(packages)],
});

const pythonRunner = (name: string, packages: readonly string[]): Runner => ({
  command: join(pythonPrograms(packages), "python"),
  args: [join(here, "run.py"), name],
});

/**
 * A case that every library can be asked: one call of one object, with options that all have. How long a
 * Retry-After may be is each library's own decision.
 */
function isComparable({
  title,
  op = "read",
  languages,
  base,
  client,
  also,
  times,
  next,
  expect,
  ...rest
}: Case): boolean {
  const { options = {}, ids = [] } = rest as { options?: object; ids?: unknown[] };
  const common = ["timeout_ms", "max_retries", "idempotency_key", "headers"];
  return (
    ["read", "pay", "create"].includes(op) &&
    !/Retry-After/.test(title) &&
    !(languages || base || client || also || times) &&
    ids.length < 2 &&
    Object.keys(options).every((name) => common.includes(name))
  );
}

const cases = hostileCases.flatMap((each, number) => (isComparable(each) ? [{ ...each, number }] : []));

/** Libraries wait up to this long before a retry. */
const LONGEST_PAUSE_MS = 8_000;

type Outcome = { number: number; result: string; value: string; ms: number; fault?: string };

/** Of the cases that ask for something, how many got it. */
type Score = Record<string, string | number>;

function scoreOf(outcomes: readonly Outcome[], server: HostileServer): Score {
  const counts = new Map<string, [number, number]>();
  const count = (what: string, isRight: boolean) => {
    const [right, all] = counts.get(what) ?? [0, 0];
    counts.set(what, [right + Number(isRight), all + 1]);
  };
  for (const { number, result, ms } of outcomes) {
    const { op = "read", expect } = hostileCases[number] as Case;
    const { result: wanted = "ok", max_ms, key } = expect;
    const requests = server.requests.get(number) ?? [];
    if (wanted === "ArgumentError") count("wrong argument, nothing sent", requests.length === 0);
    else if (wanted === "ok") count("good answer read", result === "ok");
    else count("typed error", result === "typed" || isOwnError(result));
    if (wanted !== "ArgumentError" && op !== "read" && requests.length > (key === undefined ? 1 : 0))
      count("one key on the wire", hasOneKey(requests, key));
    if (max_ms) count("in time", ms <= max_ms + LONGEST_PAUSE_MS * Math.max(0, requests.length - 1));
  }
  const columns = [
    "typed error",
    "good answer read",
    "wrong argument, nothing sent",
    "one key on the wire",
    "in time",
  ];
  return {
    ...Object.fromEntries(columns.map((what) => [what, (counts.get(what) ?? ["–"]).join(" of ")])),
    "bytes leaked": server.leaks.length,
    "errors with the key": outcomes.filter(({ fault }) => fault?.includes("key")).length,
  };
}

function hasOneKey(requests: readonly Request[], wanted: string | undefined): boolean {
  const keys = requests.map(({ headers }) => headers.filter(([name]) => name === "idempotency-key").join());
  return (
    new Set(keys).size === 1 &&
    keys[0] === (wanted === undefined ? keys[0] : `idempotency-key,${wanted}`) &&
    keys[0] !== ""
  );
}

/** Runs the comparable cases with one library. */
async function play(runner: Runner): Promise<Score> {
  const server = new HostileServer(hostileCases.map(({ answers = [] }) => answers));
  try {
    await server.start();
    const given = await Promise.all(
      cases.map(async ({ expect: _, answers: __, ...each }) => ({
        ...each,
        base: await server.addressOf(each.number),
      })),
    );
    const file = join(folder, "cases.json");
    writeFileSync(file, JSON.stringify({ apiKey: API_KEY, cases: given, url: "" }));
    const printed = JSON.parse(await outputOf(runner, file));
    const { outcomes = printed, crashes = 0 }: { outcomes?: Outcome[]; crashes?: number } = printed;
    if (process.env.VERBOSE) for (const each of outcomes) process.stdout.write(`${JSON.stringify(each)}\n`);
    if (process.env.VERBOSE) process.stdout.write(`${JSON.stringify(server.leaks)}\n`);
    return { ...scoreOf(outcomes, server), crashes };
  } finally {
    server.stop();
  }
}

const wanted = process.argv.slice(2);

try {
  const rows: Record<string, Score> = {};
  for (const [name, runnerOf] of Object.entries(libraries)) {
    if (!wanted.every((word) => name.includes(word))) continue;
    try {
      rows[name] = await play(runnerOf());
    } catch (error) {
      process.stderr.write(`${name}: skipped. ${(error as Error).message.slice(0, 300)}\n`);
    }
  }
  process.stdout.write(
    `${cases.length} of ${hostileCases.length} cases ask what each library can be asked.\n`,
  );
  // biome-ignore lint/suspicious/noConsole: the only table of the standard library
  console.table(rows);
} finally {
  rmSync(folder, { recursive: true });
}
