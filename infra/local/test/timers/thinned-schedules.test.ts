import { expect, test } from "@jest/globals";
import { nextFireOf, thinned } from "../../timers/schedule-expression.ts";

const at = (time: string) => Date.parse(`2026-03-01T${time}:00Z`);

/** The instants at which it fires within a span, each counted from the one before. */
function instants(expression: string, [from, until]: [string, string], everyMs: number): string[] {
  const nextFire = thinned(nextFireOf(expression), { everyMs, until: at(until) });
  const found: string[] = [];
  for (let next = nextFire(new Date(at(from))); next && next.getTime() <= at(until); next = nextFire(next))
    found.push(next.toISOString().slice(11, 16));
  return found;
}

test.each([
  ["rate(1 minute)", ["10:00", "10:40"], ["10:15", "10:30", "10:40"]],
  ["rate(1 minute)", ["10:00", "10:00"], []],
  ["rate(10 minutes)", ["10:00", "10:39"], ["10:10", "10:20", "10:30"]],
  ["cron(0 6 * * ? *)", ["05:50", "07:00"], ["06:00"]],
] as const)("%s from %j fires at %j, at most a quarter of an hour apart", (expression, span, expected) => {
  expect(instants(expression, [...span], 900_000)).toEqual(expected);
});
