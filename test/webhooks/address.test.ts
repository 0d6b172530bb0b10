import { expect, test } from "@jest/globals";
import { isPublicAddress } from "../../shared/webhooks/address.ts";

/** Each reserved block of IPv4 by its first and last address. */
const reserved = [
  ["0.0.0.0", "0.255.255.255"],
  ["10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255"],
  ["127.0.0.0", "127.255.255.255"],
  ["169.254.0.0", "169.254.255.255"],
  ["172.16.0.0", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.255"],
  ["192.0.2.0", "192.0.2.255"],
  ["192.88.99.0", "192.88.99.255"],
  ["192.168.0.0", "192.168.255.255"],
  ["198.18.0.0", "198.19.255.255"],
  ["198.51.100.0", "198.51.100.255"],
  ["203.0.113.0", "203.0.113.255"],
  ["224.0.0.0", "255.255.255.255"],
].map(([first = "", last = ""]) => [numberOf(first), numberOf(last)] as const);

test.each(reserved)(
  "a reserved block includes its edges and excludes its neighbours: %d to %d",
  (first, last) => {
    expect([isPublicAddress(dotted(first)), isPublicAddress(dotted(last))]).toEqual([false, false]);
    for (const neighbour of [first - 1, last + 1].filter((number) => number >= 0 && number < 2 ** 32))
      expect([dotted(neighbour), isPublicAddress(dotted(neighbour))]).toEqual([dotted(neighbour), true]);
  },
);

test("an IPv4 address inside an IPv6 address is never public", () => {
  for (const number of [...reserved.flat(), numberOf("8.8.8.8")]) {
    const address = dotted(number);
    const high = Math.floor(number / 65_536).toString(16);
    const low = (number % 65_536).toString(16);
    for (const hiding of [
      `::ffff:${address}`,
      `::${address}`,
      `::ffff:0:${high}:${low}`,
      `64:ff9b::${high}:${low}`,
      `64:ff9b:1::${high}:${low}`,
      `2002:${high}:${low}::1`,
      `2001:0:${high}:${low}::1`,
    ])
      expect([hiding, isPublicAddress(hiding)]).toEqual([hiding, false]);
  }
});

test.each([
  ["2000::", true],
  ["2001:1ff:ffff::", false],
  ["2001:200::", true],
  ["2001:db7:ffff::", true],
  ["2001:db8::", false],
  ["2001:db8:ffff:ffff::", false],
  ["2001:db9::", true],
  ["2001:ffff::", true],
  ["2002::", false],
  ["2002:ffff::", false],
  ["2003::", true],
  ["2606:4700:4700::1111", true],
  ["2A00:1450:4001:813::200E", true],
  ["3ffe:ffff::", true],
  ["3fff::", false],
  ["3fff:fff:ffff::", false],
  ["3fff:1000::", true],
  ["3fff:ffff::", true],
  ["1fff:ffff::", false],
  ["4000::", false],
  ["::", false],
  ["::1", false],
  ["100::1", false],
  ["5f00::1", false],
  ["fc00::1", false],
  ["fd00:ec2::254", false],
  ["fe80::1", false],
  ["fec0::1", false],
  ["ff02::1", false],
  ["2606:4700::1%eth0", false],
])("IPv6 %s: %p", (address, expected) => expect(isPublicAddress(address)).toBe(expected));

test.each([
  "",
  "localhost",
  "example.com",
  "8.8.8",
  "8.8.8.8.8",
  "0x8.8.8.8",
  "08.8.8.8",
  "8.8.8.8 ",
  "[2000::]",
  "134744072",
])("%j is no address", (text) => expect(isPublicAddress(text)).toBe(false));

function numberOf(address: string): number {
  return address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

function dotted(number: number): string {
  return [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join(".");
}
