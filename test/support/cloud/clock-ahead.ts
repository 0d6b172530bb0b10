/** `START_AT` runs the tests at another time. jest.config.js turns it into the distance from now. */
const ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const Real = Date;

class Ahead extends Real {
  constructor(...parts: ConstructorParameters<DateConstructor> | []) {
    super(...((parts.length === 0 ? [Real.now() + ahead] : parts) as [number]));
  }
  static override now = () => Real.now() + ahead;
  static override [Symbol.hasInstance] = (value: unknown) => value instanceof Real;
}

/** For the time of a suite, which may install a clock of its own. Jest measures with the machine's clock. */
export function setClockAhead(isSuite: boolean): void {
  globalThis.Date = isSuite && ahead !== 0 ? (Ahead as unknown as DateConstructor) : Real;
}
