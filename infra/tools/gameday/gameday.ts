import { createHash } from "node:crypto";
import { mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { gameFaults } from "./faults.ts";
import { PlayedStage } from "./played-stage.ts";
import { RunbookShell, readRunbook, unknownTo } from "./runbook-shell.ts";
import { startLocal } from "../demo/local-process.ts";
import { runTool } from "../ops/aws-errors.ts";
import { optionsOf, word } from "../ops/options.ts";
import { exitCodes, misused, Stop } from "../ops/stop.ts";

const PROGRAM = "npm run gameday --";
const HELP = `Usage: ${PROGRAM} --seed N [--data DIR]

Breaks a local stage, and shows you what AWS would show: emails of alarms and of partners. Fix it by infra/RUNBOOK.md alone. Your
commands are those of the runbook, with the AWS CLI: its definitions are loaded, STAGE is local, and a deployment ends a bad release. It says
in the end how long the recovery took, and which of your commands the runbook lacks.

  --seed N    which fault, where, and when
  --data DIR  the data of the stage, which is deleted first (default .local/gameday)
  --help      print this

At the prompt: a line of the runbook, "wait 5m", or "give up". A command takes a minute of the virtual clock.
`;

/** A quiet time before the fault, which also gives the alarms data. */
const [MIN_QUIET, MORE_QUIET] = [8, 10];
/** What was under way continues for some minutes after a fault. */
const SURE_AFTER = 4;
const MAX_MINUTES = 12 * 60;

const say = (text: string) => void process.stdout.write(`${text}\n`);

async function run(args: string[]): Promise<number> {
  const { seed, data } = readOptions(args);
  const draw = drawing(seed);
  const fault = Object.values(gameFaults)[
    draw(Object.keys(gameFaults).length)
  ] as (typeof gameFaults)[string];
  const quiet = MIN_QUIET + draw(MORE_QUIET);
  say("Starting a stage, its traffic, and some quiet minutes...");
  mkdirSync(data, { recursive: true });
  const { child, url } = startLocal(data, openSync(join(data, "cloud.log"), "a"));
  const ended = new Promise<never>((_, reject) =>
    child.once("exit", () => reject(new Stop("The local cloud has ended.", exitCodes.REFUSED))),
  );
  ended.catch(() => undefined);
  let close: (() => void) | undefined;
  try {
    const stage = await Promise.race([url.then(PlayedStage.start), ended]);
    for (let minute = 0; minute < quiet; minute++) await stage.minute();
    await stage.notices();
    close = stage.close;
    const game = new Game(stage, fault, new RunbookShell(stage.url, data));
    await fault.act(stage, (from) => from[draw(from.length)] as (typeof from)[number]);
    return await Promise.race([game.play(), ended]);
  } finally {
    child.removeAllListeners("exit");
    child.kill();
    // Otherwise, the receiver of webhooks would keep the program running.
    close?.();
  }
}

class Game {
  readonly #stage: PlayedStage;
  readonly #fault: (typeof gameFaults)[string];
  readonly #shell: RunbookShell;
  #minutes = 0;
  #firstSign: string | undefined;
  readonly #lines: string[] = [];

  constructor(stage: PlayedStage, fault: (typeof gameFaults)[string], shell: RunbookShell) {
    this.#stage = stage;
    this.#fault = fault;
    this.#shell = shell;
  }

  async play(): Promise<number> {
    const letter = this.#fault.letter?.(this.#stage);
    if (letter) await this.#sign(letter, letter);
    say(`The stage is ${this.#stage.url}. Fix what breaks by infra/RUNBOOK.md. wait 5m lets time pass.`);
    const reader = createInterface({ input: process.stdin });
    process.stdout.write("> ");
    let code: number = exitCodes.REFUSED;
    for await (const line of reader) {
      if (line.trim() === "give up" || this.#minutes > MAX_MINUTES) break;
      if (line.trim() !== "" && (await this.#isOver(line.trim()))) {
        code = exitCodes.DONE;
        break;
      }
      process.stdout.write("> ");
    }
    reader.close();
    this.#report(code === exitCodes.DONE);
    return code;
  }

  async #isOver(line: string): Promise<boolean> {
    const span = /^wait (\d+)m?$/.exec(line)?.[1];
    if (span === undefined) {
      this.#lines.push(line);
      const { code, output } = await this.#shell.run(line, await this.#stage.now());
      say(output.trimEnd() || (code === 0 ? "(done, without output)" : `(ended with ${code})`));
    }
    for (let left = Number(span ?? 1); left > 0; left--) {
      await this.#stage.minute();
      this.#minutes++;
      for (const { name, state, description } of await this.#stage.notices())
        await this.#sign(`${state}: "${name}". ${state === "ALARM" ? description : ""}`, name);
      if (this.#minutes >= SURE_AFTER && (await this.#fault.isHealed(this.#stage))) return true;
    }
    return false;
  }

  async #sign(text: string, name: string): Promise<void> {
    this.#firstSign ??= `${name.slice(0, 40)} after ${this.#minutes} minutes`;
    say(`[${new Date(await this.#stage.now()).toISOString().slice(11, 16)}] Email: ${text}`);
  }

  #report(isOver: boolean): void {
    const runbook = readRunbook();
    const missing = [...new Set(this.#lines.flatMap((line) => unknownTo(runbook, line)))];
    say(
      `\n${isOver ? "Fixed" : "Not fixed"} after ${this.#minutes} virtual minutes. It was ${this.#fault.name}.`,
    );
    say(`First sign: ${this.#firstSign ?? "none"}. Commands: ${this.#lines.length}.`);
    say(
      missing.length > 0
        ? `The runbook does not have: ${missing.join(", ")}.`
        : "Every command is in the runbook. Write down what you had to guess.",
    );
  }
}

/** Numbers below a limit, by the seed. They do not show which fault comes next. */
function drawing(seed: number): (limit: number) => number {
  let drawn = 0;
  return (limit) => createHash("sha256").update(`${seed} ${drawn++}`).digest().readUInt32BE(0) % limit;
}

function readOptions(args: string[]) {
  const options = { seed: word, data: { ...word, default: ".local/gameday" } };
  const { values } = optionsOf({ args, options }, HELP);
  if (!/^\d{1,9}$/.test(values.seed ?? ""))
    throw misused(`Give a seed, a whole number: ${PROGRAM} --seed 7. --help explains.`);
  return { seed: Number(values.seed), data: values.data };
}

await runTool(run);
