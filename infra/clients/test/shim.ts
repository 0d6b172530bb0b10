import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Json } from "../../local/test/support/http.ts";

/** A program, such as the shim of a language. */
export type Runner = { command: string; args: string[]; cwd?: string; env?: Record<string, string> };

/** No operation may take longer. */
const MAX_MS = 60_000;

/**
 * A program of a language that has its client open. It takes a line of JSON for each operation, such as
 * "call method X with JSON Y", and prints a line for each: `ok` or `error`, and the attempts so far.
 */
export class Shim {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: Json) => void>();
  #number = 0;
  #said = "";
  #end: unknown;

  constructor({ command, args, cwd, env }: Runner) {
    this.#child = spawn(command, args, { cwd, env: { ...process.env, NODE_OPTIONS: "", ...env } });
    this.#child.stderr?.on("data", (text) => {
      this.#said = (this.#said + text).slice(-4_000);
    });
    if (!this.#child.stdout) throw new Error(`${command} has no output.`);
    createInterface({ input: this.#child.stdout }).on("line", (line) => {
      const { number, ...answer } = JSON.parse(line);
      this.#waiting.get(number)?.(answer);
      this.#waiting.delete(number);
    });
    const ended = (why: unknown) => {
      this.#end = why;
      const error = { class: "Untyped", message: `The program ended (${why}): ${this.#said}` };
      for (const end of this.#waiting.values()) end({ error });
      this.#waiting.clear();
    };
    this.#child.on("error", ended);
    this.#child.on("close", ended);
    this.#child.stdin?.on("error", () => {});
  }

  send(operation: string, fields: object = {}): Promise<Json> {
    if (this.#end !== undefined) throw new Error(`The program ended (${this.#end}): ${this.#said}`);
    const number = ++this.#number;
    return new Promise((resolve) => {
      const late = { error: { class: "Untyped", message: `${operation} has no end` } };
      const timer = setTimeout(resolve, MAX_MS, late);
      this.#waiting.set(number, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      // Node ends a line here too.
      const line = JSON.stringify({ number, operation, ...fields }).replaceAll("\u2028", "\\u2028");
      this.#child.stdin?.write(`${line}\n`);
    });
  }

  stop(): void {
    this.#child.stdin?.end();
    this.#child.kill();
  }
}

/** The class of an error in all languages. */
export const errorClass = ({ class: name = "" }: Json): string =>
  /^(?:TypeError|ValueError|IllegalArgumentException)$/.test(name)
    ? "ArgumentError"
    : name
        .replace(/Exception$/, "Error")
        .replace(/^API/, "")
        .replace("PermissionDenied", "Permission");

/** Where a typed reply differs from its JSON. A field that a type lacks, and null, say nothing. */
export function typedFault(typed: Json, reply: Json, at = "reply"): string | undefined {
  if (typed === undefined || typed === null || reply === undefined || reply === null) return undefined;
  if (typeof typed === "object" && typeof reply === "object")
    return Object.keys(typed)
      .map((name) => typedFault(typed[name], reply[name], `${at}.${name}`))
      .find(Boolean);
  const isSame = typed === reply || Date.parse(typed) === Date.parse(reply);
  return isSame ? undefined : `${at} is ${JSON.stringify(typed)}, not ${JSON.stringify(reply)}`;
}
