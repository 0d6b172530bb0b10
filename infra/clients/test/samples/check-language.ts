import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand } from "../../../../shared/domain/brand/brand.ts";
import { sign } from "../../../../shared/webhooks/signing.ts";
import type { Cloud } from "../../../../test/support/cloud/cloud.ts";
import { machineTime } from "../../../../test/support/cloud/machine-time.ts";
import { newPartner } from "../../../../test/support/partner/platform.ts";
import { freePort } from "../../../local/base/loopback.ts";
import { eventually } from "../../../local/test/support/eventually.ts";
import { send } from "../../../local/test/support/http.ts";
import { outputOf } from "../run-scenario.ts";
import type { Runner } from "../shim.ts";
import { isOperation, mistakeIn } from "./check-sample.ts";
import type { PageSample } from "./page-samples.ts";
import { type Recorder, startRecorder } from "./recorder.ts";
import { type SamplePrograms, samplePrograms } from "./sample-programs.ts";
import { readySample, type SampleWorld, sampleWorld, withNames } from "./sample-world.ts";

/** Runs all samples of a language as the pages show them, and returns what they did wrong. */
export async function mistakesOf(
  language: string,
  cloud: Cloud,
  docs: readonly PageSample[],
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "samples-"));
  const recorder = await startRecorder(cloud.url);
  try {
    const samples = docs.filter((sample) => sample.language === language);
    // From the address of the documentation, as its readers do.
    const textOf = (title: string) => samples.find(({ name }) => name === title)?.text ?? "";
    const { key } = await newPartner(cloud);
    const sample = textOf("payout").replaceAll(`${brand.idPrefix}_test_YOUR_KEY`, key);
    const programsOf = samplePrograms[language]?.(folder, { commands: textOf("install"), sample });
    if (!programsOf) throw new Error(`No programs are in ${language}`);
    const world = await sampleWorld(cloud);
    const receiver = await receiverOf(world);
    const ready = (sample: PageSample) => {
      const text = readySample(sample, world, recorder);
      return sample.name === "webhooks" ? withNames(text, receiver.names) : text;
    };
    const shown = samples.filter(({ name }) => name !== "install");
    const programs = Object.fromEntries(shown.map((sample) => [sample.name, ready(sample)]));
    const files = programsOf(programs);

    const printed = await printedBy(files, Object.keys(programs));
    const payouts = await world.partner.read("/v1/payments?limit=100");
    printed.signup = await signedUp(outputOf(files("signup")), cloud, recorder);
    const guides = guideMistakes(printed, recorder, payouts.total_count);
    const operations = samples
      .filter(({ name }) => isOperation(name))
      .map(({ name }) => mistakeIn(name, recorder.of(name), printed[name] ?? ""));
    const waiting = [await followMistake(files("follow")), await receiver.mistakeOf(files("webhooks"))];
    return [...operations, ...guides, ...waiting].filter((each) => each !== undefined);
  } finally {
    await cloud.inject();
    rmSync(folder, { recursive: true });
  }
}

/** What each program printed, without those that wait for the test. */
async function printedBy(files: SamplePrograms, names: readonly string[]): Promise<Record<string, string>> {
  const printed: Record<string, string> = {};
  const waiting = names.filter((name) => !["follow", "signup", "webhooks"].includes(name));
  const next = async () => {
    for (let name = waiting.pop(); name; name = waiting.pop())
      printed[name] = (
        await outputOf(files(name)).catch((error: Error) => `failed: ${error.message}`)
      ).trim();
  };
  await Promise.all([next(), next()]);
  return printed;
}

/** The sample waits four minutes for an account. The others need payouts that stay pending. */
async function signedUp(ending: Promise<string>, cloud: Cloud, recorder: Recorder): Promise<string> {
  await eventually(async () => recorder.of("signup").length > 1);
  await cloud.advance("5m");
  return (await ending).trim();
}

/** What the guides say about their samples. */
function guideMistakes(
  printed: Readonly<Record<string, string>>,
  recorder: Recorder,
  most: number,
): (string | undefined)[] {
  const says = (name: string, expected: RegExp | boolean) => {
    const text = printed[name] ?? "";
    const isRight = typeof expected === "boolean" ? expected : expected.test(text);
    return isRight ? undefined : `${name} printed ${text}`;
  };
  const listed = (printed.paging ?? "").split("\n");
  const pages = recorder.of("paging").map(({ reply }) => reply.json.data.length);
  const paid = recorder.of("retries").map(({ reply }) => reply.json.id);
  return [
    says("payout", /^pay_\w{26} completed$/),
    says("signup", new RegExp(`^${brand.idPrefix}_test_\\w{26} account_opened$`)),
    says("errors", /^400 amount_too_small amount$/),
    says("retries", /^true$/),
    says("reconcile", /^closing true\ncsv true(\npay_\w{26} \d+)+$/i),
    says("retries", paid.length === 2 && paid[0] === paid[1]),
    // Payouts of other samples are made before or after it.
    says("paging", listed.every((id) => /^pay_\w{26}$/.test(id)) && new Set(listed).size === listed.length),
    says("paging", pages.length > 1 && pages.every((size) => size <= 2) && listed.length <= most),
  ];
}

/** A program that does not end, and what it has printed. */
function started({ command, args, cwd, env }: Runner) {
  const child = spawn(command, args, { cwd, env: { ...process.env, NODE_OPTIONS: "", ...env } });
  let printed = "";
  const note = (data: Buffer) => {
    printed += data;
  };
  child.stdout.on("data", note);
  child.stderr.on("data", note);
  return { printed: () => printed, stop: () => child.kill() };
}

/** The events of the samples' account, the oldest first. */
async function followMistake(runner: Runner): Promise<string | undefined> {
  const { printed, stop } = started(runner);
  await eventually(async () => printed().split("\n").length > 9).catch(() => undefined);
  stop();
  const lines = printed().trim().split("\n");
  const isRight = lines.length > 8 && lines.every((line) => /^evt_\w{26} [\w.]+$/.test(line));
  const isInOrder = lines.join() === lines.toSorted().join();
  return isRight && isInOrder ? undefined : `follow printed ${printed()}`;
}

/** An endpoint for the sample of a receiver, and the check of its program. */
async function receiverOf({ partner }: SampleWorld) {
  const port = await freePort();
  const url = `http://localhost:${port}/`;
  const { id, secret } = await partner.create("/v1/webhooks", { url, events: ["*"] });
  return {
    names: { "whsec_...": secret, "4000": String(port) },
    mistakeOf: async (runner: Runner): Promise<string | undefined> => {
      const { printed, stop } = started(runner);
      try {
        const forged = () => send(url, { body: "{}", headers: { "webhook-id": "evt_1" } });
        const status = await eventually(async () => (await forged().catch(() => undefined))?.status);
        if (status !== 400) return `webhooks answered ${status} to a forged delivery`;
        // A retry of the first event arrives after the second one, and again.
        const later = [
          "payment.completed 1",
          "payment.refunded 2",
          "payment.completed 1",
          "payment.refunded 2",
        ];
        for (const each of later) await deliver(url, secret, each);
        await partner.create(`/v1/webhooks/${id}/ping`, undefined);
        await eventually(async () => /^ping$/m.test(printed()));
        // The service sends events of other samples, too.
        const isRight =
          /^payment\.refunded$/m.test(printed()) && [...printed().matchAll(/^stale$/gm)].length >= 2;
        return isRight ? undefined : `webhooks printed ${printed()} after stale events`;
      } catch {
        return `webhooks printed ${printed()} after a ping`;
      } finally {
        stop();
      }
    },
  };
}

/** Posts an event about a payout as the service would. Its sequence follows the type. */
async function deliver(url: string, secret: string, event: string): Promise<void> {
  const [type, sequence] = event.split(" ");
  const data = { id: "pay_1", sequence: Number(sequence) };
  const body = Buffer.from(
    JSON.stringify({ id: "evt_1", type, created_at: "2026-11-21T09:30:00.000Z", data }),
  );
  const headers = sign({ eventId: "evt_1", body, sentAt: machineTime(), secrets: [secret] });
  const { status } = await send(url, { method: "POST", body, headers });
  if (status !== 204) throw new Error(`${event} is ${status}`);
}
