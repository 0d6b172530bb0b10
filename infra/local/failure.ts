/** Something the person at the terminal can act on: said in one line, without a stack. */
export class StartupFailure extends Error {
  override readonly name = "StartupFailure";
}
