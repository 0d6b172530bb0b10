import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "@jest/globals";
import { startEngine } from "../support/cloud/engine.ts";

/** Longer than the table's limit of an attempt, 3 s, and with six seconds to spare on a busy machine. */
const DEADLINE_MS = 10_000;
const STOPPED_MS = 4_000;

await startEngine();
process.env.LIMITER_DEADLINE_MS = String(DEADLINE_MS);
const limits = await import("../../shared/store/table/limits.ts");
const quotas = await import("../../shared/store/table/quotas.ts");
const owner = { account_id: "acct_1", mode: "live" } as const;
const admit = () => limits.admit("op", "source", [{ count: 100, seconds: 60 }], new Date());
const countRequest = () => quotas.countRequest(owner, { per_minute: 100, per_second: 100 }, new Date());
const { port } = new URL(process.env.AWS_ENDPOINT_URL ?? "");
const signalEngine = (signal: NodeJS.Signals) => {
  const pids = execFileSync("pgrep", ["-f", `dynoxide serve .*--port ${port} `], { encoding: "utf8" });
  for (const pid of pids.trim().split("\n")) process.kill(Number(pid), signal);
};
await admit();
afterEach(() => signalEngine("SIGCONT"));

test.each([
  ["limit", admit],
  ["quota", countRequest],
])("a %s that the table counts after four seconds is within a deadline of ten", async (_, count) => {
  signalEngine("SIGSTOP");
  await Promise.all([count(), sleep(STOPPED_MS).then(() => signalEngine("SIGCONT"))]);
});

test("a limit that the table does not count fails at the deadline", async () => {
  signalEngine("SIGSTOP");
  await expect(admit()).rejects.toMatchObject({ name: "AbortError" });
  signalEngine("SIGCONT");
  await expect(admit()).resolves.toBeUndefined();
});
