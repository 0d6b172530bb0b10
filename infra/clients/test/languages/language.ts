import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Runner } from "../shim.ts";

/** A text of the client that a copy of it replaces, so that the scenario must fail. */
type Break = { file: string; from: string; to: string };

export type Language = {
  name: string;
  /** A command that succeeds where the toolchain is present. */
  toolchain: [command: string, ...args: string[]];
  /** Installs the formatter and linter once, from the language's registry. */
  prepare?: () => void;
  /** Formats, lints and types the printed client, and runs the tests of its runtime. */
  check: (dir: string) => void;
  /** The program that calls the client in `dir`. */
  shim: (dir: string) => Runner;
  /** Further clients of the language, each by the variables that let both programs use it. */
  others?: Readonly<Record<string, Record<string, string>>>;
  /** Makes a new idempotency key for each attempt, and never retries. */
  breaks: { key: Break; retry: Break };
  /**
   * Packs the client and installs it in an empty project. Returns the programs of its examples, and of its
   * README: the one proves that a retry pays once.
   */
  install: (dir: string, project: string) => { payout: Runner; signup: Runner; proof?: Runner };
};

export const shims = join(import.meta.dirname, "..", "shims");
export const root = join(import.meta.dirname, "..", "..", "..", "..");

export const fileIn = (folder: string, ending: string): string => {
  const file = readdirSync(folder).find((name) => name.endsWith(ending));
  if (!file) throw new Error(`${folder} has no file *${ending}`);
  return join(folder, file);
};

/** The program of a README that proves that a retry pays once. */
export function proofIn(dir: string): string {
  const readme = readFileSync(join(dir, "README.md"), "utf8");
  const [, program] = /retry\s+pays\s+once:\n\n```\w+\n(.*?)```/s.exec(readme) ?? [];
  if (!program) throw new Error(`The README in ${dir} has no program that proves that a retry pays once.`);
  return program;
}

/** A copy of the client in `dir` with one of the language's breaks. */
export function brokenCopy(
  { breaks }: Language,
  what: keyof Language["breaks"],
  dir: string,
  copy: string,
): string {
  const { file, from, to } = breaks[what];
  cpSync(dir, copy, { recursive: true });
  const text = readFileSync(join(copy, file), "utf8");
  if (!text.includes(from)) throw new Error(`${file} has no \`${from}\` to break`);
  writeFileSync(join(copy, file), text.replace(from, to));
  return copy;
}
