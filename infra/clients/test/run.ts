import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cloud, startCloud } from "../../../test/support/cloud/cloud.ts";
import { FAST_CLOCK } from "../../../test/support/cloud/shared-cloud.ts";
import { newPartner } from "../../../test/support/partner/platform.ts";
import { endSuite } from "../../local/test/support/suite-end.ts";
import { printClients } from "../print.ts";
import { FaultProxy } from "./fault-proxy.ts";
import { hostileProblems } from "./hostile.ts";
import { languages, obstacle } from "./languages/all.ts";
import { brokenCopy, type Language } from "./languages/language.ts";
import { receiptProblems } from "./receipt-cases.ts";
import { outputOf, runScenario } from "./run-scenario.ts";
import { steps } from "./scenario.ts";
import { type Runner, Shim } from "./shim.ts";

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Checks the client of each language whose toolchain is present: `npm run test:clients [LANGUAGE...]`. */
async function main(names: readonly string[]): Promise<void> {
  const chosen = languages.filter(({ name }) => names.length === 0 || names.includes(name));
  const obstacles = new Map(chosen.map((language) => [language, obstacle(language)]));
  const present = chosen.filter((language) => !obstacles.get(language));
  const folder = mkdtempSync(join(tmpdir(), "clients-"));
  const cloud = await startCloud({ timeScale: FAST_CLOCK });
  const proxy = await FaultProxy.start(cloud);
  try {
    const transcripts = new Map<string, string[]>();
    for (const language of present) {
      const started = performance.now();
      transcripts.set(language.name, await checkLanguage(language, folder, cloud, proxy));
      compare(transcripts, language.name);
      say(`${language.name}: passed in ${Math.round((performance.now() - started) / 1000)} s`);
    }
  } finally {
    await endSuite();
    rmSync(folder, { recursive: true });
  }
  for (const [{ name }, why] of obstacles) if (why) say(`${name}: skipped, because ${why}`);
}

async function checkLanguage(
  language: Language,
  folder: string,
  cloud: Cloud,
  proxy: FaultProxy,
): Promise<string[]> {
  const { name } = language;
  printClients([name], folder);
  const dir = join(folder, name);
  language.check(dir);
  say(`${name}: format, linter, types and the runtime's tests passed`);

  const shim = language.shim(dir);
  const { problems, transcript, agents } = await runScenario(cloud, proxy, shim);
  if (problems.length > 0) throw new Error(`${name}:\n${problems.join("\n")}`);
  if (!agents.every((agent) => agent.includes(`-${name}/`)))
    throw new Error(`${name}: user agents ${agents}`);
  say(`${name}: ${steps.length} steps passed`);

  const hostile = [...(await hostileProblems(name, shim)), ...(await receiptProblemsOf(shim))];
  if (hostile.length > 0) throw new Error(`${name}:\n${hostile.join("\n")}`);
  say(`${name}: the hostile cases passed`);

  for (const [other, env] of Object.entries(language.others ?? {})) {
    const withEnv = { ...shim, env: { ...shim.env, ...env } };
    const run = await runScenario(cloud, proxy, withEnv);
    const differences = [...run.problems, ...(await hostileProblems(name, withEnv))];
    if (differences.length > 0) throw new Error(`${other}:\n${differences.join("\n")}`);
    compare(
      new Map([
        [name, transcript],
        [other, run.transcript],
      ]),
      other,
    );
    say(`${other}: the same steps and hostile cases passed`);
  }

  for (const what of ["key", "retry"] as const) {
    const broken = brokenCopy(language, what, dir, join(folder, `${name}-${what}`));
    const run = await runScenario(cloud, proxy, language.shim(broken));
    if (run.problems.length === 0) throw new Error(`${name}: the scenario passed with a broken ${what}`);
    say(`${name}: with a broken ${what}, ${run.problems.length} steps and counts fail, as they should`);
  }

  const project = join(folder, `${name}-project`);
  mkdirSync(project);
  const examples = language.install(dir, project);
  const { key } = await newPartner(cloud);
  const env = { PORTABLE_ROTH_URL: cloud.url, PORTABLE_ROTH_KEY: key };
  const outputs = [];
  for (const runner of [examples.payout, examples.signup])
    outputs.push(await outputOf({ ...runner, env: { ...runner.env, ...env } }));
  const expected = /^pay_\w{26} completed\nsvc_test_\w+ account_opened\n$/;
  if (!expected.test(outputs.join(""))) throw new Error(`${name}: the examples printed ${outputs}`);
  if (examples.proof) await outputOf(examples.proof);
  say(`${name}: the packed client made a payout from an empty project`);
  return transcript;
}

async function receiptProblemsOf(runner: Runner): Promise<string[]> {
  const shim = new Shim(runner);
  try {
    return await receiptProblems(async ({ receipt, keys, issuer, text }) => {
      const { ok, error } = await shim.send("receipt", { receipt, keys, issuer, text });
      return ok ? `ok ${ok.jti}` : error.message;
    });
  } finally {
    shim.stop();
  }
}

/** Every language yields the transcript of the first. */
function compare(transcripts: ReadonlyMap<string, string[]>, name: string): void {
  const [[first, expected]] = transcripts as unknown as [[string, string[]]];
  const transcript = transcripts.get(name) ?? [];
  const at = expected.findIndex((line, i) => line !== transcript[i]);
  if (at >= 0) {
    const lines = [`${first}: ${expected[at]}`, `${name}: ${transcript[at]}`];
    throw new Error(`Step ${at + 1} differs: ${steps[at]?.title}\n${lines.join("\n")}`);
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
