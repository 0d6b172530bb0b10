import { resolve } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { exitCodes, reported, Stop } from "./stop.ts";

export function nearest(typed: string, candidates: readonly string[]): string | undefined {
  const [best] = candidates
    .map((candidate) => ({ candidate, edits: editsBetween(typed, candidate) }))
    .filter(({ candidate, edits }) => edits <= Math.max(2, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.edits - b.edits);
  return best?.candidate;
}

/** An empty text, such as an unset variable of the shell, would name the folder of the sources. */
export const dataDirOf = (folder: string | undefined): string =>
  resolve(folder || process.env.DATA_DIR || ".local");

function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (const [i, char] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const replaced = (row[j] ?? 0) + (char === to[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

export const say = (line: string): unknown => process.stdout.write(`${line}\n`);

export const fail = (message: string): never => process.exit(reported(new Stop(message, exitCodes.REFUSED)));

export function parseOptions<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const [, option] = /^Unknown option '(-[^']*)'/.exec(message) ?? [];
    if (code !== "ERR_PARSE_ARGS_UNKNOWN_OPTION" || option === undefined) throw error;
    const meant = nearest(option.replace(/^-+/, ""), Object.keys(config.options ?? {}));
    throw new Error(
      `Unknown option ${option}. ${meant ? `Did you mean --${meant}? ` : ""}See all options with --help.`,
    );
  }
}
