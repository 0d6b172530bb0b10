/** `REFUSED`: the command did not succeed. `USAGE`: it was not run. `UNKNOWN`: it may have succeeded. */
export const exitCodes = { DONE: 0, REFUSED: 1, USAGE: 2, UNKNOWN: 3 } as const;

/** Ends the program with a sentence for the operator. */
export class Stop extends Error {
  override readonly name = "Stop";
  readonly code: number;

  constructor(message: string, code: number) {
    super(message);
    this.code = code;
  }
}

export const misused = (message: string): Stop => new Stop(message, exitCodes.USAGE);
