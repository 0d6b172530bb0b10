import { BlockList, isIPv6 } from "node:net";
import type { AddressRange } from "../../domain/limit/address-range.ts";

/** The synthesis has checked them. */
const { RATE_LIMIT_RANGES = "[]" } = process.env;
const ranges = (JSON.parse(RATE_LIMIT_RANGES) as AddressRange[]).map((range) => ({
  ...range,
  holds: holder(range),
}));

export const rangeOf = (source: string): AddressRange | undefined =>
  ranges.find(({ holds }) => holds(source));

/** An IPv4 address as it is, an IPv6 address by its first four groups: a household holds that many. */
export const sourceKey = (address: string): string => prefixed(address, 4) ?? plain(address);

/** The network of an address or a network, which is what one owner holds: an IPv4 /24, an IPv6 /48. */
export const networkOf = (address: string): string =>
  address.includes("/")
    ? address
    : (prefixed(address, 3) ?? `${plain(address).split(".").slice(0, 3).join(".")}.0/24`);

/** An IPv4 address, also one that is written as IPv6. */
const plain = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

/** The first groups of an IPv6 address, as a prefix. Undefined: it is none. */
function prefixed(address: string, groups: number): string | undefined {
  // Without a colon it is none, and the first `isIPv6` of an environment costs 1 ms.
  if (!address.includes(":") || !isIPv6(address) || plain(address) !== address) return undefined;
  const [head = "", tail] = address.split("::");
  const front = head ? head.split(":") : [];
  const back = tail ? tail.split(":") : [];
  const addresses =
    tail === undefined
      ? front
      : [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill("0"), ...back];
  const kept = addresses.slice(0, groups).map((group) => Number.parseInt(group, 16).toString(16));
  return `${kept.join(":")}::/${groups * 16}`;
}

function holder({ cidr }: AddressRange): (address: string) => boolean {
  const [network = "", bits] = cidr.split("/");
  const family = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");
  const list = new BlockList();
  list.addSubnet(network, Number(bits ?? (isIPv6(network) ? 128 : 32)), family(network));
  return (address) => list.check(address, family(address));
}
