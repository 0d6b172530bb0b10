import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import { printClients } from "../../infra/tools/clients/print.ts";
import { type Cloud, startCloud } from "../support/cloud/cloud.ts";
import { FAST_CLOCK } from "../support/cloud/shared-cloud.ts";
import { newPartner } from "../support/partner/platform.ts";
import { FaultProxy } from "./fault-proxy.ts";
import { hostileProblems } from "./hostile.ts";
import { languages, obstacle } from "./languages/all.ts";
import { brokenCopy, type Language } from "./languages/language.ts";
import { outputOf, type Runner, runScenario } from "./run-scenario.ts";
import { scenario } from "./scenario.ts";

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Checks the client of each language whose toolchain is present: `npm run test:clients [LANGUAGE...]`. */
async function main(wanted: readonly string[]): Promise<void> {
  const chosen = languages.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
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
    proxy.stop();
    await endClouds();
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

  const { problems, transcript, agents } = await runScenario(cloud, proxy, language.runner(dir));
  if (problems.length > 0) throw new Error(`${name}:\n${problems.join("\n")}`);
  if (!agents.every((agent) => agent.includes(`-${name}/`)))
    throw new Error(`${name}: user agents ${agents}`);
  say(`${name}: ${scenario.steps.length} steps passed`);

  const hostile = await hostileProblems(name, language.hostile(dir));
  if (hostile.length > 0) throw new Error(`${name}:\n${hostile.join("\n")}`);
  say(`${name}: the hostile cases passed`);

  for (const [other, env] of Object.entries(language.others ?? {})) {
    const withEnv = (runner: Runner) => ({ ...runner, env: { ...runner.env, ...env } });
    const run = await runScenario(cloud, proxy, withEnv(language.runner(dir)));
    const found = [...run.problems, ...(await hostileProblems(name, withEnv(language.hostile(dir))))];
    if (found.length > 0) throw new Error(`${other}:\n${found.join("\n")}`);
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
    const run = await runScenario(cloud, proxy, language.runner(broken));
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
  const expected = /^completed 12312\npay_\w{26} 12500\nsvc_test_\w+ account_opened\n$/;
  if (!expected.test(outputs.join(""))) throw new Error(`${name}: the examples printed ${outputs}`);
  if (examples.proof) await outputOf(examples.proof);
  say(`${name}: the packed client made a payout from an empty project`);
  return transcript;
}

/** Every language yields the transcript of the first. */
function compare(transcripts: ReadonlyMap<string, string[]>, name: string): void {
  const [[first, wanted]] = transcripts as unknown as [[string, string[]]];
  const found = transcripts.get(name) ?? [];
  const at = wanted.findIndex((line, i) => line !== found[i]);
  if (at >= 0) {
    const lines = [`${first}: ${wanted[at]}`, `${name}: ${found[at]}`];
    throw new Error(`Step ${at + 1} differs: ${scenario.steps[at]?.title}\n${lines.join("\n")}`);
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
