import { renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * Guards the writes without which the local cloud can still work. A full disk is one warning until a write
 * succeeds again. What a caller was promised is in a journal, whose failure is the caller's error.
 */
export class GuardedWriter {
  readonly #what: string;
  readonly #warn: (message: string) => void;
  #isFailing = false;

  constructor(what: string, warn: (message: string) => void) {
    this.#what = what;
    this.#warn = warn;
  }

  write(work: () => void): void {
    try {
      work();
      this.succeeded();
    } catch (error) {
      this.failed(error);
    }
  }

  readonly succeeded = (): void => {
    this.#isFailing = false;
  };

  readonly failed = (error: unknown): void => {
    if (!this.#isFailing) this.#warn(`${this.#what} cannot be stored: ${(error as Error).message}`);
    this.#isFailing = true;
  };
}

/** In one step: a reader finds the former text or this one. Throws when the disk is full. */
export function replaceFile(path: string, text: string): void {
  const next = `${path}.new`;
  try {
    writeFileSync(next, text, { mode: 0o600 });
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}
