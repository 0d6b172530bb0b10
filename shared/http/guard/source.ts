import { BlockList, isIPv6 } from "node:net";
import { type AddressRange, readRanges } from "../../domain/address-range.ts";

const { RATE_LIMIT_RANGES } = process.env;
const ranges = (RATE_LIMIT_RANGES ? readRanges(RATE_LIMIT_RANGES) : []).map((range) => ({
  ...range,
  holds: holder(range),
}));

/** The operator's range that has the address. */
export const rangeOf = (source: string): AddressRange | undefined =>
  ranges.find(({ holds }) => holds(source));

/** An IPv4 address as it is, an IPv6 address by its first four groups. */
export function sourceKey(address: string): string {
  // Without a colon it is none, and the first `isIPv6` of an environment costs 1 ms.
  if (!address.includes(":") || !isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = "", tail] = address.split("::");
  const front = head ? head.split(":") : [];
  const back = tail ? tail.split(":") : [];
  const groups =
    tail === undefined
      ? front
      : [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill("0"), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

function holder({ cidr }: AddressRange): (address: string) => boolean {
  const [network = "", bits] = cidr.split("/");
  const family = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");
  const list = new BlockList();
  list.addSubnet(network, Number(bits ?? (isIPv6(network) ? 128 : 32)), family(network));
  return (address) => list.check(address, family(address));
}
