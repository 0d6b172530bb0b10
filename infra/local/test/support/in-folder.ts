import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs `act` with a new folder, which is removed afterwards. */
export function inFolder<T>(act: (dir: string) => T): T {
  const dir = mkdtempSync(join(tmpdir(), "local-"));
  try {
    return act(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
