import * as z from "zod/mini";
import { sharesOf, type Window } from "./window.ts";

export type AddressRange = z.infer<ReturnType<typeof range>>;

const RULES = {
  list: "a JSON list of ranges with unique names",
  entry: "an object of `name`, `cidr` and `factor` only",
  name: "a lowercase name such as `assistant`, at most 40 characters, not `default`",
  cidr: "a network such as `192.0.2.0/24` or `2001:db8::/48`",
  factor: "a number from 1 to 1000",
};

const range = () =>
  z.strictObject(
    {
      // Starts with a letter, so its counters never share a key with an address's.
      name: z
        .string(RULES.name)
        .check(z.refine((name) => /^[a-z][a-z0-9-]{0,39}$/.test(name) && name !== "default", RULES.name)),
      cidr: z.string(RULES.cidr).check(z.refine(isNetwork, RULES.cidr)),
      factor: z.number(RULES.factor).check(z.gte(1, RULES.factor), z.lte(1000, RULES.factor)),
    },
    RULES.entry,
  );

/** Made when ranges are read: every function would make it at its start, and most services have none. */
const list = () =>
  z
    .array(range(), RULES.list)
    .check(z.refine((ranges) => new Set(ranges.map(({ name }) => name)).size === ranges.length, RULES.list));

export function readRanges(text: string): AddressRange[] {
  const { data, error } = list().safeParse(parsed(text));
  const [issue] = error?.issues ?? [];
  if (issue) {
    const [index, field] = issue.path;
    const entry = index === undefined ? [] : [`entry ${Number(index) + 1}`];
    const where = [...entry, ...(field === undefined ? [] : [`\`${String(field)}\``])].join(", ");
    throw new Error(`rateLimitRanges: ${where || "it"} must be ${issue.message}`);
  }
  return data ?? [];
}

/** Hand-written: zod's address formats would add 3 KB to every rate-limited function. */
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
