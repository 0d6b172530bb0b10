import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { artifactsDir } from "./process/artifacts.ts";

const HELP = `npm run test:repeat -- RUNS [--busy N] [-- ARGUMENTS OF JEST]

Runs the tests again and again, to find those that fail by chance. Meanwhile --busy keeps N threads spinning.
`;

const options = { busy: { type: "string", default: "0" } } as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const runs = Number(positionals[0]);
const busy = Number(values.busy);
if (!(runs >= 1) || !(busy >= 0)) {
  process.stderr.write(HELP);
  process.exit(2);
}

const folder = join(artifactsDir, "repeat");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const spinning = Array.from({ length: busy }, () => new Worker("for (;;);", { eval: true }));
let redRuns = 0;
for (let run = 1; run <= runs; run++) {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync("npm", ["test", "--silent", "--", ...positionals.slice(1)], {
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  writeFileSync(join(folder, `run-${run}.txt`), stderr);
  if (status !== 0) redRuns++;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const [cost = ""] = /^Cost: \S+ CPU s/m.exec(stderr) ?? [];
  const red = [...new Set(stderr.match(/^(FAIL .*| {2}● .*)$/gm))];
  const said = [
    `run ${run}: ${status === 0 ? "green" : "red"}, ${seconds} s, ${cost}, load ${loadavg()[0]?.toFixed(1)}`,
    ...red,
  ];
  process.stdout.write(`${said.join("\n  ")}\n`);
}
for (const worker of spinning) await worker.terminate();
process.stdout.write(`${runs - redRuns} of ${runs} runs were green. Their output is in ${folder}.\n`);
process.exitCode = redRuns > 0 ? 1 : 0;
