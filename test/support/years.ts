import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** `npm run test:years [-- N]`: `npm test` on each of these days, or on the Nth (modulo their number). */
const DAYS = ["2027-01-02", "2027-04-16", "2028-02-29", "2031-01-02"] as const;

const [turn] = process.argv.slice(2);
const days = turn === undefined ? DAYS : [DAYS[Number(turn) % DAYS.length] ?? DAYS[0]];
const jest = join("node_modules", "jest", "bin", "jest.js");
for (const day of days) {
  process.stdout.write(`npm test on ${day}\n`);
  const env = { ...process.env, START_AT: `${day}T00:00Z` };
  const { status } = spawnSync(process.execPath, [jest, "--silent"], { env, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
