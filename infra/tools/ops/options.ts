import type { ParseArgsConfig, parseArgs } from "node:util";
import { parseOptions } from "../../local/base/command-line.ts";
import { exitCodes, misused, Stop } from "./stop.ts";

export const word = { type: "string" } as const;
export const flag = { type: "boolean" } as const;

/** The service that `npm start` runs here. */
export const ownUrl = (): string => `http://localhost:${process.env.PORT || "3000"}`;

/** What an operator typed. `--help` and a mistake end the program, a mistake with one sentence. */
export function optionsOf<T extends ParseArgsConfig>(
  config: T,
  help: string,
): ReturnType<typeof parseArgs<T>> {
  try {
    const found = parseOptions({ ...config, options: { ...config.options, help: flag } });
    if ((found.values as { help?: boolean }).help) throw new Stop(help, exitCodes.DONE);
    return found as ReturnType<typeof parseArgs<T>>;
  } catch (error) {
    throw error instanceof Stop ? error : misused((error as Error).message);
  }
}
