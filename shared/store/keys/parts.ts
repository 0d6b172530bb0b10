import { instantOf, numberIn } from "../../domain/ids.ts";

/**
 * What is divided into parts: an account's payouts, events and sums, the due index of deliveries, the
 * directory of signups. A step says from which instant on it has how many; before the first it has one.
 */
type Parts = Readonly<Record<string, readonly (readonly [since: string, parts: number])[]>>;

let read: { text: string; parts: Parts } = { text: "{}", parts: {} };

/** The setting `parts` of the stage. Each key asks for it, so it is parsed once. */
function stepsOf(name: string) {
  const { PARTS: text = "{}" } = process.env;
  if (text !== read.text) read = { text, parts: JSON.parse(text) };
  return read.parts[name] ?? [];
}

/** How many parts a thing has for what is created at an instant. */
export const partsAt = (name: string, at: Date): number =>
  stepsOf(name).findLast(([since]) => Date.parse(since) <= at.getTime())?.[1] ?? 1;

/**
 * The part of an id, from 0. It depends on the setting and the id alone, so a point read needs no search. It
 * is of other random characters than the shard of the counts.
 */
export const partNumber = (name: string, id: string, at = instantOf(id)): number =>
  numberIn(id.slice(0, -2)) % partsAt(name, at);

/** The first part has the name that all had before there were others. */
export const inPart = (base: string, part: number): string => (part === 0 ? base : `${base}#${part}`);

export const partitionFor = (base: string, name: string, id: string, at?: Date): string =>
  inPart(base, partNumber(name, id, at));

/** The partitions of all parts that a thing ever has. */
export const allParts = (base: string, name: string): string[] =>
  Array.from({ length: Math.max(1, ...stepsOf(name).map(([, parts]) => parts)) }, (_, part) =>
    inPart(base, part),
  );
