import { createWriteStream, type WriteStream } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "../base/ports.ts";
import { GuardedWriter } from "../storage/guarded-writer.ts";
import type { FunctionOptions } from "./function-options.ts";
import type { FunctionSettings } from "./function-properties.ts";

type Options = Pick<FunctionOptions, "iam" | "logsDir" | "metrics" | "warn">;
type Where = Pick<FunctionSettings, "role" | "logGroup" | "logStream">;

export class FunctionLog {
  readonly #name: string;
  readonly #options: Options;
  #file: WriteStream | undefined;
  readonly #writer: GuardedWriter;

  constructor(name: string, options: Options) {
    this.#name = name;
    this.#options = options;
    this.#writer = new GuardedWriter(`The log of ${name}`, options.warn);
    this.#file = this.#open();
  }

  /** A function whose role may not write logs leaves no log, as on AWS. */
  write(text: string, { role, logGroup, logStream }: Where): void {
    const leave = ["logs:CreateLogStream", "logs:PutLogEvents"].map((action) =>
      this.#options.iam.allows(role, action, logStream),
    );
    void Promise.all(leave).then((granted) => granted.every(Boolean) && this.#append(text, logGroup));
  }

  end = (): Promise<void> =>
    new Promise((resolve) => (this.#file ? this.#file.end(() => resolve()) : resolve()));

  #append(text: string, logGroup: string): void {
    const { metrics } = this.#options;
    if (metrics.receives(logGroup)) metrics.logged(text);
    this.#file ??= this.#open();
    this.#file.write(text, (error) => {
      if (!error) this.#writer.succeeded();
    });
  }

  /** An error, such as of a full disk, ends a stream for ever. The next text gets another one. */
  #open(): WriteStream {
    const { logsDir } = this.#options;
    const file = createWriteStream(join(logsDir, `${this.#name}.log`), { flags: "a" });
    return file.on("error", (error) => {
      this.#file = undefined;
      this.#writer.failed(error);
    });
  }
}

export const errorLine = (operation: string, outcome: Outcome, request_id: string): string =>
  `${JSON.stringify({ level: "ERROR", operation, ...outcome, request_id })}\n`;
