import { BlockList, isIP } from "node:net";

/**
 * IPv4 is public except for IANA's reserved ranges. IPv6 only within the allocated block: transition
 * mechanisms (`::a.b.c.d`, NAT64, 6to4, Teredo) hide IPv4 addresses in too many ways for a list.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !reservedV4.check(address, "ipv4");
    case 6:
      // A zone (`fe80::1%eth0`) names an interface of this machine.
      return !address.includes("%") && globalV6.check(address, "ipv6") && !reservedV6.check(address, "ipv6");
    default:
      return false;
  }
}

/** https://www.iana.org/assignments/iana-ipv4-special-registry, with multicast and class E. */
const reservedV4 = listOf("ipv4", [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
]);

/** https://www.iana.org/assignments/ipv6-unicast-address-assignments */
const globalV6 = listOf("ipv6", ["2000::/3"]);

/** https://www.iana.org/assignments/iana-ipv6-special-registry: protocols with Teredo, examples, 6to4. */
const reservedV6 = listOf("ipv6", ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

function listOf(family: "ipv4" | "ipv6", ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", prefix] = range.split("/");
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}
