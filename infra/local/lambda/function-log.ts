import { createWriteStream, type WriteStream } from "node:fs";
import { join } from "node:path";
import type { FunctionOptions } from "./function-options.ts";
import type { FunctionSettings } from "./function-properties.ts";
import type { Outcome } from "./invocation.ts";

/** The log file of a function. */
export class FunctionLog {
  readonly #iam: FunctionOptions["iam"];
  readonly #file: WriteStream;

  constructor(name: string, { iam, logsDir, warn }: FunctionOptions) {
    this.#iam = iam;
    this.#file = createWriteStream(join(logsDir, `${name}.log`), { flags: "a" });
    this.#file.on("error", ({ message }) => warn(`The log of ${name} cannot be written: ${message}`));
  }

  /** A function whose role may not write logs leaves no log, as on AWS. */
  write(text: string, { role, logStream }: FunctionSettings): void {
    const leave = ["logs:CreateLogStream", "logs:PutLogEvents"].map((action) =>
      this.#iam.allows(role, action, logStream),
    );
    void Promise.all(leave).then((granted) => granted.every(Boolean) && this.#file.write(text));
  }

  end = (): Promise<void> => new Promise((resolve) => this.#file.end(resolve));
}

/** The line of a failed invocation. */
export const errorLine = (operation: string, outcome: Outcome, request_id: string): string =>
  `${JSON.stringify({ level: "ERROR", operation, ...outcome, request_id })}\n`;
