import { relative } from "node:path";
import { StartupFailure } from "../base/failure.ts";
import { root } from "../base/root.ts";
import { placeOf } from "../source-maps/mapped-frames.ts";

type Message = { text: string; location: { file: string; line: number; column: number } | null };
type Failure = Error & { errors?: Message[]; stderr?: string };

/** A mistake in the sources: one line with its file, its line and the reason. */
export class CodeMistake extends StartupFailure {}

export function mistakeIn(error: unknown): CodeMistake {
  if (error instanceof CodeMistake) return error;
  const { errors = [], stderr, message } = error as Failure;
  const [first] = errors;
  if (first) {
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
    return new CodeMistake(`${placeText(first.location)}${first.text}${more}`);
  }
  return new CodeMistake(stderr ? printedBy(stderr) : message);
}

const placeText = (place: Message["location"]) =>
  place ? `${place.file}:${place.line}:${place.column + 1}: ` : "";

/** The error that ended a program, and the first place in the project's files that it printed. */
function printedBy(stderr: string): string {
  const lines = stderr.split("\n");
  const reason =
    lines.findLast((line) => /^(?:\w*Error|\w*Failure)\b.*:/.test(line)) ?? lines.find((line) => line.trim());
  const place = lines
    .map((line) => placeOf(line) ?? syntaxPlace(line))
    .find((place) => place?.file.startsWith(root) && !place.file.includes("node_modules"));
  return place ? `${relative(root, place.file)}:${place.line}: ${reason}` : String(reason);
}

/** Node prints the place of a syntax error as a line of its own, without a column. */
function syntaxPlace(line: string): { file: string; line: number } | undefined {
  const [, file, number] = /^(?:file:\/\/)?(\/[^\s:]+):(\d+)$/.exec(line) ?? [];
  return file === undefined ? undefined : { file, line: Number(number) };
}

/** Shows each mistake once, until the next edit. */
export class CodeMistakes {
  readonly #shown = new Set<string>();
  readonly #show: (text: string) => void;

  constructor(show: (text: string) => void) {
    this.#show = show;
  }

  show(mistake: CodeMistake): void {
    if (this.#shown.has(mistake.message)) return;
    this.#shown.add(mistake.message);
    this.#show(mistake.message);
  }

  /** After an edit, a mistake that is still there is shown again. */
  forget(): void {
    this.#shown.clear();
  }
}
