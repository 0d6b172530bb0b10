/** A failure that the developer can fix. The terminal shows its message without a stack. */
export class StartupFailure extends Error {
  override readonly name = "StartupFailure";
}
