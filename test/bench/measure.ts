import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AwsStub, accept } from "./aws-stub.ts";
import type { Bundles } from "./bundles.ts";
import { progress, verdict } from "./print-table.ts";
import type { Subject } from "./subjects.ts";
import type { Tapes } from "./tapes.ts";
import type { Probed } from "./yardsticks/probe.ts";

/** `BENCH_ROUNDS=3 npm run bench` for a quick look. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);
/** So many of the rounds also measure warm calls, which take most of a run's time. */
const WARM_ROUNDS = 5;
const WARM_CALLS = 200;

/** Starts every subject once a round, each in a fresh process, so that the machine's moods hit all alike. */
export async function measure(
  subjects: readonly Subject[],
  { probe, entryOf }: Bundles,
  { stub, tapes, env }: { stub: AwsStub; tapes: Tapes; env: NodeJS.ProcessEnv },
): Promise<Map<string, Probed[]>> {
  const samples = new Map<string, Probed[]>(subjects.map(({ name }) => [name, []]));
  // The round before the first brings the files into the system's cache, and records the tapes.
  for (let round = 0; round <= ROUNDS; round++) {
    progress(`Functions: round ${round} of ${ROUNDS}, ${subjects.length} processes each`);
    for (const subject of subjects) {
      stub.answerWith(subject.keyed ? tapes.of(subject.name) : accept);
      const calls = round > 0 && round <= WARM_ROUNDS ? WARM_CALLS : 0;
      const probed = await answerOf(subject, [probe, entryOf(subject.name)], calls, env).catch(missing);
      if (round > 0 && probed) samples.get(subject.name)?.push(probed);
    }
  }
  return samples;
}

/** The run continues without the round of a function that fails, and names it at the end. */
const missing = (error: Error) => void verdict(error.message.slice(0, MESSAGE_LENGTH), false);
const MESSAGE_LENGTH = 1_000;

/** No setting of this machine leaks in: neither Node's options nor the user's `~/.aws`. */
export function environment({ url, cert }: AwsStub, home: string): NodeJS.ProcessEnv {
  const trusted = join(home, "stub.pem");
  writeFileSync(trusted, cert);
  return {
    HOME: home,
    NODE_EXTRA_CA_CERTS: trusted,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "bench",
    AWS_SECRET_ACCESS_KEY: "bench",
    AWS_ENDPOINT_URL: url,
    AWS_LAMBDA_FUNCTION_NAME: "bench",
    TABLE_NAME: "T",
    LOCAL_TARGETS: "allow",
    BASE_URL: "http://localhost",
    STAGE: "bench",
    // The limiters would refuse a busy machine's late answers, and the many warm calls of a second.
    LIMITER_DEADLINE_MS: "20000",
    SANDBOX_SIGNUPS_PER_MINUTE: "1000000",
  };
}

/** What a probe says on its fourth descriptor: the handlers' own lines go to standard output, and nowhere. */
async function answerOf(
  { name, event, status }: Subject,
  args: readonly string[],
  warmCalls: number,
  env: NodeJS.ProcessEnv,
): Promise<Probed> {
  const all = [...PROFILE, ...args, JSON.stringify(event), String(warmCalls)];
  const child = spawn(process.execPath, all, { env, stdio: ["ignore", "ignore", "pipe", "pipe"] });
  const [stderr, result] = await Promise.all([child.stderr, child.stdio[3]].map(textOf));
  if (!result) throw new Error(`${name} did not start: ${stderr}`);
  const probed = JSON.parse(result) as Probed;
  const { statusCode } = (probed.answer ?? {}) as { statusCode?: number };
  if (status === undefined || statusCode === status) return probed;
  throw new Error(`${name} answered ${JSON.stringify(probed.answer)} to its event`);
}

async function textOf(stream: unknown): Promise<string> {
  let text = "";
  for await (const chunk of stream as AsyncIterable<Buffer>) text += chunk;
  return text;
}

/** `BENCH_PROFILE=folder npm run bench` leaves a CPU profile of each process there. */
const PROFILE = process.env.BENCH_PROFILE ? ["--cpu-prof", "--cpu-prof-dir", process.env.BENCH_PROFILE] : [];
