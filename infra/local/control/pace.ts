import type { Lambda } from "../lambda/lambda.ts";
import type { Agenda } from "../time/agenda.ts";
import { type Anchor, changePace } from "../time/clock.ts";

type Parts = {
  clock: Anchor;
  agenda: Agenda;
  lambda: Lambda;
  environment: Record<string, string>;
};

/** Lets the clock run `scale` times as fast for everyone. An invocation that runs ends at its former pace. */
export function setPace({ clock, agenda, lambda, environment }: Parts, scale: number): void {
  if (!(scale >= 1 && scale <= 100_000)) throw new RangeError("A pace must be a number from 1 to 100000.");
  if (scale === clock.scale) return;
  changePace(clock, scale);
  environment.TIME_SCALE = String(scale);
  lambda.renew();
  agenda.run();
}
