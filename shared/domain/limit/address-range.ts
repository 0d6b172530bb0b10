import { sharesOf, type Window } from "./window.ts";

/** The addresses of an operator's users, and how many times the limits of one address they get together. */
export type AddressRange = { name: string; cidr: string; factor: number };

export function share(
  limits: readonly Window[],
  { name, factor }: Pick<AddressRange, "name" | "factor">,
  random: () => number = Math.random,
): { whole: Window[]; key: string; windows: readonly Window[] } {
  const whole = limits.map(({ count, seconds }) => ({ count: Math.floor(count * factor), seconds }));
  const shares = sharesOf(whole);
  const register = Math.floor(random() * shares.length);
  return { whole, key: `${name}#${register}`, windows: shares[register] ?? whole };
}
