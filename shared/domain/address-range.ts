import * as z from "zod/mini";
import type { Window } from "./window.ts";

/** A range of addresses that an operator gives other numbers, such as the few that a hosted assistant's users share. */
export type AddressRange = z.infer<typeof AddressRange>;

const RULES = {
  list: "a JSON list of ranges, each with a name of its own",
  entry: "an object of `name`, `cidr` and `factor`, and nothing else",
  name: "a lower-case name such as `assistant`, of at most 40 characters, and not `default`",
  cidr: "a network such as `192.0.2.0/24` or `2001:db8::/48`",
  factor: "a number from 1 to 1000",
};

const AddressRange = z.strictObject(
  {
    // It starts with a letter, so that its counters are never those of an address.
    name: z
      .string(RULES.name)
      .check(z.refine((name) => /^[a-z][a-z0-9-]{0,39}$/.test(name) && name !== "default", RULES.name)),
    cidr: z.string(RULES.cidr).check(z.refine(isNetwork, RULES.cidr)),
    factor: z.number(RULES.factor).check(z.gte(1, RULES.factor), z.lte(1000, RULES.factor)),
  },
  RULES.entry,
);

const Ranges = z
  .array(AddressRange, RULES.list)
  .check(z.refine((ranges) => new Set(ranges.map(({ name }) => name)).size === ranges.length, RULES.list));

/** Reads the operator's ranges, a JSON list, or throws an error that says which entry is wrong and how. */
export function readRanges(text: string): AddressRange[] {
  const { data, error } = Ranges.safeParse(parsed(text));
  const [issue] = error?.issues ?? [];
  if (issue) {
    const [index, field] = issue.path;
    const entry = index === undefined ? [] : [`entry ${Number(index) + 1}`];
    const where = [...entry, ...(field === undefined ? [] : [`\`${String(field)}\``])].join(", ");
    throw new Error(`rateLimitRanges: ${where || "it"} must be ${issue.message}`);
  }
  return data ?? [];
}

/** Written out, since zod's own rules for addresses would make every limited function 3 KB larger. */
function isNetwork(cidr: string): boolean {
  const [, address = "", bits = "1"] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(cidr) ?? [];
  const widest = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0;
  return Number(bits) >= 1 && Number(bits) <= widest;
}

const isIPv4 = (address: string) =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(address) && address.split(".").every((part) => Number(part) <= 255);

/** Eight groups, or fewer around one `::`. */
function isIPv6(address: string): boolean {
  const [front = "", back, ...more] = address.split("::");
  const groups = [front, back ?? ""].flatMap((half) => (half === "" ? [] : half.split(":")));
  const wellFormed = groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group));
  return more.length === 0 && wellFormed && (back === undefined ? groups.length === 8 : groups.length < 8);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Longest register that still fits an UpdateExpression (4 KB) and one write unit; larger limits are split. */
const LARGEST_REGISTER = 50;

/**
 * A range's larger numbers are split over several registers, each exact: together they never accept more than the
 * range may have, and an unlucky register may refuse a little early. Answers the numbers of the whole range, and a
 * register picked at random with its own.
 */
export function share(
  limits: readonly Window[],
  { name, factor }: Pick<AddressRange, "name" | "factor">,
  random: () => number = Math.random,
): { whole: Window[]; key: string; windows: Window[] } {
  const whole = limits.map(({ count, seconds }) => ({ count: Math.floor(count * factor), seconds }));
  const counts = whole.map(({ count }) => count);
  const registers = Math.min(Math.ceil(Math.max(...counts) / LARGEST_REGISTER), ...counts);
  return {
    whole,
    key: `${name}#${Math.floor(random() * registers)}`,
    windows: whole.map(({ count, seconds }) => ({ count: Math.floor(count / registers), seconds })),
  };
}
