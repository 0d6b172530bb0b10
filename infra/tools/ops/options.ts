import { type ParseArgsConfig, parseArgs } from "node:util";
import { nearest } from "../../local/base/command-line.ts";
import { misused } from "./stop.ts";

/** Node's `parseArgs`, with one sentence about a mistake. `program` is what the operator types. */
export function optionsOf<T extends ParseArgsConfig>(
  config: T,
  program: string,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const { message } = error as Error;
    const [, option] = /^Unknown option '--?([^'=]*)/.exec(message) ?? [];
    const meant = option && nearest(option, Object.keys(config.options ?? {}));
    const reason = option
      ? `Unknown option --${option}.${meant ? ` Did you mean --${meant}?` : ""}`
      : message;
    throw misused(`${reason} ${program} --help lists the options.`);
  }
}
