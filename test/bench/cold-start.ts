import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AwsStub, accept } from "./aws-stub.ts";
import type { Bundles } from "./bundles.ts";
import { launch } from "./children.ts";
import { progress } from "./progress.ts";
import type { Subject } from "./subjects.ts";
import type { Tapes } from "./tapes.ts";
import type { Probed } from "./yardsticks/probe.ts";

/** A function's samples, one a round. Round `i` of all functions is from the same few seconds. */
export type ColdStart = {
  importMs: number[];
  totalMs: number[];
  importCpuMs: number[];
  totalCpuMs: number[];
};

/** `BENCH_ROUNDS=3 npm run bench` for a quick look. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);

/** Starts every subject once a round, each in a fresh process, so that the machine's moods hit all alike. */
export async function measureColdStarts(
  subjects: readonly Subject[],
  { probe, entryOf }: Bundles,
  { stub, tapes, env }: { stub: AwsStub; tapes: Tapes; env: NodeJS.ProcessEnv },
): Promise<Map<string, ColdStart>> {
  const samples = new Map<string, Probed[]>(subjects.map(({ name }) => [name, []]));
  // The round before the first brings the files into the system's cache, and records the tapes.
  for (let round = 0; round <= ROUNDS; round++) {
    progress(`Cold starts: round ${round} of ${ROUNDS}, ${subjects.length} processes each`);
    for (const subject of subjects) {
      stub.answerWith(subject.keyed ? tapes.of(subject.name) : accept);
      const probed = await coldStart(subject, [probe, entryOf(subject.name)], env);
      if (round > 0) samples.get(subject.name)?.push(probed);
    }
  }
  return new Map([...samples].map(([name, probed]) => [name, byPart(probed)]));
}

const byPart = (probed: readonly Probed[]): ColdStart => ({
  importMs: probed.map(({ importMs }) => importMs),
  totalMs: probed.map(({ importMs, invokeMs }) => importMs + invokeMs),
  importCpuMs: probed.map(({ importCpuMs }) => importCpuMs),
  totalCpuMs: probed.map(({ importCpuMs, invokeCpuMs }) => importCpuMs + invokeCpuMs),
});

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
  };
}

async function coldStart(
  { name, event, status }: Subject,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<Probed> {
  const probed = await resultOf<Probed>([...args, JSON.stringify(event)], env);
  const { statusCode } = (probed.answer ?? {}) as { statusCode?: number };
  if (status === undefined || statusCode === status) return probed;
  throw new Error(`${name} answered ${JSON.stringify(probed.answer)} to its first event`);
}

/** What a probe says on its fourth descriptor: the handlers' own lines go to standard output, and nowhere. */
export function resultOf<T>(args: string[], env: NodeJS.ProcessEnv): Promise<T> {
  const child = launch(args, { env, stdio: ["ignore", "ignore", "pipe", "pipe"] });
  let said = "";
  let result = "";
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  child.stdio[3]?.on("data", (chunk) => {
    result += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once("close", () => {
      if (result) resolve(JSON.parse(result) as T);
      else reject(new Error(`${args.join(" ")} did not start: ${said}`));
    });
  });
}
