import { run } from "../../../../test/support/installed-programs.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import type { Language } from "./language.ts";
import { python } from "./python.ts";
import { typescript } from "./typescript.ts";

export const languages: readonly Language[] = [typescript, python, go, java];

/** Why the language cannot be tested on this machine, if so. */
export function obstacle({ toolchain: [command, ...args], prepare }: Language): string | undefined {
  if (!succeeds(() => run(".", command, args))) return `\`${command}\` is missing or too old`;
  if (prepare && !succeeds(prepare)) return "its formatter or linter cannot be installed";
  return undefined;
}

function succeeds(action: () => unknown): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
