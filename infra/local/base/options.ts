import type { ParseArgsConfig, parseArgs } from "node:util";
import { dataDirOf, parseOptions } from "./command-line.ts";
import { urlIn } from "./running.ts";
import { exitCodes, misused, reported, Stop } from "./stop.ts";

export const word = { type: "string" } as const;
export const flag = { type: "boolean" } as const;

const USUAL_PORT = "3000";

/** The service that `npm start` runs here: at PORT, or where the one runs that uses the usual data folder. */
export const ownUrl = (): string =>
  (process.env.PORT ? undefined : urlIn(dataDirOf(undefined))) ??
  `http://localhost:${process.env.PORT || USUAL_PORT}`;

/** What an operator typed. `--help` and a mistake end the program, a mistake with one sentence. */
export function optionsOf<T extends ParseArgsConfig>(
  config: T,
  help: string,
): ReturnType<typeof parseArgs<T>> {
  try {
    const parsed = parseOptions({ ...config, options: { ...config.options, help: flag } });
    if ((parsed.values as { help?: boolean }).help) throw new Stop(help, exitCodes.DONE);
    return parsed as ReturnType<typeof parseArgs<T>>;
  } catch (error) {
    throw error instanceof Stop ? error : misused((error as Error).message);
  }
}

/** {@link optionsOf} for a program that does not run as a tool: the process ends at once. */
export function typedOptions<T extends ParseArgsConfig>(config: T, help: string) {
  try {
    return optionsOf(config, help);
  } catch (error) {
    return process.exit(reported(error));
  }
}
