/** `REFUSED`: the command did not succeed. `USAGE`: it was not run. `UNKNOWN`: it may have succeeded. */
export const exitCodes = { DONE: 0, REFUSED: 1, USAGE: 2, UNKNOWN: 3 } as const;

/** Ends the program with a sentence for its user. */
export class Stop extends Error {
  override readonly name = "Stop";
  readonly code: number;

  constructor(message: string, code: number) {
    super(message);
    this.code = code;
  }
}

export const misused = (message: string): Stop => new Stop(message, exitCodes.USAGE);

/** Prints one line for an error, and returns the exit status. */
export function reported(error: unknown): number {
  const { name, message } = error as Error;
  const { code, message: line } =
    error instanceof Stop ? error : new Stop(`${name}: ${message}`, exitCodes.REFUSED);
  (code === exitCodes.DONE ? process.stdout : process.stderr).write(`${line.trimEnd()}\n`);
  return code;
}

/** Runs a program: its result is the exit status, and an error is one line. `stopOf` explains some errors. */
export async function runTool(
  program: (args: string[]) => Promise<number>,
  stopOf: (error: unknown) => Stop | undefined = () => undefined,
): Promise<void> {
  try {
    process.exitCode = await program(process.argv.slice(2));
  } catch (error) {
    process.exitCode = reported(stopOf(error) ?? error);
  }
}
