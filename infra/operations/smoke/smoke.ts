import { Finding } from "../../../shared/canary/caller.ts";
import { flag, optionsOf, ownUrl, word } from "../../local/base/options.ts";
import { exitCodes, misused, Stop } from "../../local/base/stop.ts";
import { checks, type SmokeCheck } from "./checks.ts";
import { Stage } from "./stage.ts";

const HELP = `Usage: npm run ops -- smoke [--stage NAME] [OPTIONS]

Walks every kind of wiring of a stage with sandbox data, says what does not work and where to look, and removes what it
made, but for a test account and its payouts. Run it after each deployment. It takes two to three
minutes.

  --stage NAME        run on AWS, at this stage, with the credentials and region of your environment
  --url URL           run on the local cloud at this address (default: at PORT, or the one that runs here)
  --timeout SECONDS  how long to wait for a timer, an event or an email (default 180)
  --json              print one JSON object for each check
  --help              print this

Exit status: 0 everything works, 1 a check failed, 2 wrong usage.
`;

type Result = { result: "ok" | "failed" | "skipped"; check: string; reason?: string; way_out?: string };

export async function smoke(args: string[], print: (line: string) => void): Promise<number> {
  const { target, timeoutMs, json } = readOptions(args);
  const stage = new Stage(target, timeoutMs);
  const have = new Set<string>();
  const failed: string[] = [];
  if (target.stage) have.add("aws");
  let left = 0;
  let wasStopped = false;
  const forget = onCtrlC(() => {
    process.stderr.write("Stopping. What the checks made is being removed. Ctrl-C again leaves it.\n");
    stage.stop();
  });
  try {
    for (const check of checks) {
      const startedAt = performance.now();
      const result = await tried(check, stage, have);
      if (stage.emails) have.add("email");
      if (result.result === "failed") failed.push(check.name);
      if (result.result === "ok" && check.gives) have.add(check.gives);
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      print(json ? JSON.stringify(result) : textOf(result, seconds));
    }
    wasStopped = stage.isStopped;
  } finally {
    left = await stage.cleanUp();
    forget();
  }
  const counted = `${checks.length - failed.length} of ${checks.length} checks did not fail`;
  const summary = failed.length === 0 ? "Everything works" : counted;
  if (json && left > 0) print(JSON.stringify({ result: "left", account: stage.account, count: left }));
  if (!json) print(`${wasStopped ? "You stopped it" : summary}. ${leftInWords(stage, left)}`);
  return failed.length === 0 && !wasStopped ? exitCodes.DONE : exitCodes.REFUSED;
}

/** At the first Ctrl-C; the next ends the program. npm passes it on too, within a second. */
function onCtrlC(stop: () => void): () => void {
  let firstAt: number | undefined;
  const hear = () => {
    if (firstAt === undefined) stop();
    else if (performance.now() - firstAt > 1_000) process.exit(130);
    firstAt ??= performance.now();
  };
  process.on("SIGINT", hear);
  return () => void process.off("SIGINT", hear);
}

const leftInWords = ({ account }: Stage, left: number): string =>
  left === 0
    ? `Left are the account ${account} and its payouts.`
    : `${left} ${left === 1 ? "thing" : "things"} could not be removed: look at the account ${account}.`;

async function tried(
  { name, needs = ["operators"], wayOut, run }: SmokeCheck,
  stage: Stage,
  have: Set<string>,
) {
  const stopped = { result: "skipped", check: name, reason: "you stopped it" } satisfies Result;
  if (stage.isStopped) return stopped;
  const missing = needs.find((part) => !have.has(part));
  if (missing) return { result: "skipped", check: name, reason: reasonOf(missing) } satisfies Result;
  try {
    await run(stage);
    return { result: "ok", check: name } satisfies Result;
  } catch (error) {
    if (stage.isStopped) return stopped;
    return { result: "failed", check: name, reason: reasonFor(error), way_out: wayOut } satisfies Result;
  }
}

/** An error that no check expects ends its check alone: the others run, and the stage is cleaned up. */
function reasonFor(error: unknown): string {
  if (error instanceof Finding || error instanceof Stop) return error.message;
  return `The check ended with an unexpected error (${String(error).replaceAll(/\s+/g, " ")})`;
}

const reasonOf = (part: string): string =>
  ({
    aws: "the local cloud has no such thing",
    email: "the stage sends no email",
  })[part] ?? `it needs the ${part}, which an earlier check did not get`;

function textOf({ result, check, reason, way_out }: Result, seconds: string): string {
  if (result === "ok") return `ok       ${check} (${seconds} s)`;
  if (result === "skipped") return `skipped  ${check}: ${reason}`;
  return `FAILED   ${check}\n         ${reason?.replace(/\.$/, "")}.\n         Way out: ${way_out}.`;
}

function readOptions(args: string[]) {
  const timeout = { ...word, default: "180" };
  const options = { stage: word, url: { ...word, default: ownUrl() }, timeout, json: flag };
  const { values } = optionsOf({ args, options }, HELP);
  const seconds = Number(values.timeout);
  if (!(seconds > 0)) throw misused("--timeout must be a number of seconds.");
  return {
    target: { stage: values.stage, url: values.url },
    timeoutMs: seconds * 1_000,
    json: values.json === true,
  };
}
