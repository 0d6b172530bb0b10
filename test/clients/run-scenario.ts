import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Json } from "../../infra/local/test/support/http.ts";
import type { Cloud } from "../support/cloud/cloud.ts";
import { newPartner, type Partner } from "../support/partner/platform.ts";
import type { FaultProxy } from "./fault-proxy.ts";
import { mismatches, normalised, preparedSteps, scenario } from "./scenario.ts";

/** A program that takes the scenario's file as its last argument and prints the results. */
export type Runner = { command: string; args: string[]; cwd?: string; env?: Record<string, string> };

export type Run = { transcript: string[]; problems: string[]; agents: string[] };

/** Runs the scenario with a new account, and checks the results, the payouts and the idempotency keys. */
export async function runScenario(cloud: Cloud, proxy: FaultProxy, runner: Runner): Promise<Run> {
  proxy.forget();
  const partner = await newPartner(cloud);
  const folder = mkdtempSync(join(tmpdir(), "scenario-"));
  try {
    const file = join(folder, "scenario.json");
    writeFileSync(file, JSON.stringify({ baseUrl: proxy.url, apiKey: partner.key, steps: preparedSteps() }));
    const results: Json[] = JSON.parse(await outputOf(runner, file));
    const problems = [...mismatches(results), ...(await payoutProblems(partner)), ...keyProblems(proxy)];
    const agents = [...proxy.agents].map(String);
    return { transcript: normalised(results), problems, agents };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const outputOf = ({ command, args, cwd, env }: Runner, ...more: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, NODE_OPTIONS: "", ...env }, maxBuffer: 64 * 1024 * 1024 };
    execFile(command, [...args, ...more], options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${command} ${args.join(" ")}: ${error.message}\n${stdout}${stderr}`));
      else resolve(stdout);
    });
  });

/** An intention is one step: as many payouts exist as steps meant to pay. */
async function payoutProblems(partner: Partner): Promise<string[]> {
  const { total_count } = await partner.read("/v1/payments");
  return total_count === scenario.payouts ? [] : [`${total_count} payouts, not ${scenario.payouts}`];
}

const keyProblems = ({ keys }: FaultProxy): string[] =>
  [...keys].flatMap(([call, used]) =>
    new Set(used).size === 1 ? [] : [`${call} has several keys: ${used}`],
  );
