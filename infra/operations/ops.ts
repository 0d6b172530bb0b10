import { stdin, stdout } from "node:process";
import { createInterface } from "node:readline/promises";
import type { Command, CommandAnswer } from "../../shared/contract/operators/command.ts";
import { placesOfFault } from "./fault.ts";
import { type CommandLine, readCommandLine } from "./ops/command-line.ts";
import { invoke } from "./ops/invoke.ts";
import { csvOf, shown } from "./ops/show.ts";
import { exitCodes, misused, Stop } from "../local/base/stop.ts";
import { verifiedClaims } from "./ops/verify-receipt.ts";
import { rollback } from "./rollback/rollback.ts";
import { smoke } from "./smoke/smoke.ts";
import { stage } from "./stage/stage.ts";

/** The operators' commands, such as `keys create --test`: on AWS with `--stage`, else on the local cloud. */
const args = process.argv.slice(2);
const isJson = args.includes("--json");
const say = (line: string) => void stdout.write(`${line}\n`);
try {
  if (args[0] === "fault") say(placesOfFault(args.slice(1)));
  else if (args[0] === "smoke") process.exitCode = await smoke(args.slice(1), say);
  else if (args[0] === "stage") process.exitCode = await stage(args.slice(1), say);
  else if (args[0] === "rollback") process.exitCode = await rollback(args.slice(1), say);
  else if (args[0] === "receipts" && args[1] === "verify") say(await verifiedClaims(args.slice(2)));
  else process.exitCode = await run(readCommandLine(args));
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  const { message, code } = error;
  if (code === exitCodes.DONE) stdout.write(`${message.trimEnd()}\n`);
  else if (isJson) stdout.write(`${JSON.stringify({ ok: false, message })}\n`);
  else process.stderr.write(`${message.trimEnd()}\n`);
  process.exitCode = code;
}

async function run(line: CommandLine): Promise<number> {
  const { command, dryRun, yes } = line;
  if (!command.asks || yes || dryRun) return acted(line, dryRun);
  const preview = await answerOf(line, line.input, true);
  // A program reads one object.
  if (isJson && preview.would)
    throw new Stop(`${preview.message}. Nothing was changed. Give --yes to do it.`, exitCodes.USAGE);
  print(preview, command);
  if (!preview.ok) return exitCodes.REFUSED;
  if (!preview.would) return exitCodes.DONE;
  if (!stdin.isTTY || !stdout.isTTY)
    throw new Stop(
      "Nothing was changed. Give --yes to do it, or --dry-run to see this only.",
      exitCodes.USAGE,
    );
  const reply = await replyTo("Type yes to do it: ");
  if (reply.trim() !== "yes") throw new Stop("Nothing was changed.", exitCodes.REFUSED);
  return acted(line, false);
}

/** Ctrl-C, Ctrl-D and the end of the input are an empty reply. */
async function replyTo(question: string): Promise<string> {
  const reader = createInterface({ input: stdin, output: process.stderr });
  const ended = new Promise<undefined>((resolve) => reader.once("close", () => resolve(undefined)));
  const typedReply = reader.question(question).catch(() => undefined);
  const reply = await Promise.race([typedReply, ended]);
  // Otherwise, the next line would continue the question's.
  if (reply === undefined) process.stderr.write("\n");
  reader.close();
  return reply ?? "";
}

/** Runs the command, and continues it until it has reached its end. One bad answer decides how it ends. */
async function acted(line: CommandLine, dryRun: boolean): Promise<number> {
  let input = line.input;
  let code: number = exitCodes.DONE;
  for (;;) {
    const answer = await answerOf(line, input, dryRun);
    print(answer, line.command);
    if (!answer.ok) code = exitCodes.REFUSED;
    if (!answer.next || !line.command.continues) return code;
    input = { ...input, ...answer.next };
  }
}

async function answerOf(
  { command, reason, reveal, stage, url }: CommandLine,
  input: Record<string, unknown>,
  dryRun: boolean,
): Promise<CommandAnswer> {
  const request = {
    command: command.name,
    input,
    ...(reason !== undefined && { reason }),
    ...(dryRun && { dry_run: true }),
    ...(reveal && { reveal: true }),
  };
  const answer = await invoke(command, request, { stage, url });
  if (answer.misused) throw misused(shown(answer, command).trimEnd());
  return answer;
}

function print(answer: CommandAnswer, command: Command): void {
  if (isJson) stdout.write(`${JSON.stringify(answer)}\n`);
  else if (command.csv && answer.ok) printCsv(answer);
  else if (command.firstLine && answer.ok) printFirstLine(answer);
  else stdout.write(shown(answer, command));
}

/** The file has the rows alone. The count is for the person at the terminal. */
function printCsv({ message, data }: CommandAnswer): void {
  stdout.write(csvOf(Array.isArray(data) ? data : []));
  process.stderr.write(`${message}\n`);
}

/** So that `KEY=$(npm run -s ops -- keys create --test)` is the key alone. */
function printFirstLine({ message }: CommandAnswer): void {
  const [first, ...rest] = message.split("\n");
  stdout.write(`${first}\n`);
  if (rest.length > 0) process.stderr.write(`${rest.join("\n")}\n`);
}
