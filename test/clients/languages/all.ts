import { go } from "./go.ts";
import { java } from "./java.ts";
import { type Language, run } from "./language.ts";
import { python } from "./python.ts";
import { typescript } from "./typescript.ts";

export const languages: readonly Language[] = [typescript, python, go, java];

/** Whether the language's toolchain is on this machine. */
export function isPresent({ toolchain: [command, ...args] }: Language): boolean {
  try {
    run(".", command, args);
    return true;
  } catch {
    return false;
  }
}
