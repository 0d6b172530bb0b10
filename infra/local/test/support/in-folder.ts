import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs `act` with a new folder, which is removed afterwards. */
export function inFolder<T>(act: (dir: string) => T): T {
  const dir = mkdtempSync(join(tmpdir(), "local-"));
  const remove = () => rmSync(dir, { recursive: true, force: true });
  let result: T | undefined;
  try {
    result = act(dir);
    return result instanceof Promise ? (result.finally(remove) as T) : result;
  } finally {
    if (!(result instanceof Promise)) remove();
  }
}
