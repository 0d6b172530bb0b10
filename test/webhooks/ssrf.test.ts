import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { isPublicAddress } from "../../shared/webhooks/address.ts";
import { BOUNDS, type PostOptions, post } from "../../shared/webhooks/post.ts";
import { publicDns } from "../../shared/webhooks/public-dns.ts";
import { startDns } from "./dns-stub.ts";
import { answer, ca, HOST, type Listener, listen, ownAddress } from "./loopback.ts";
import { notations } from "./notations.ts";

/** A receiver that counts as public, and a forbidden server that must see no byte. */
const [open, secret] = [ownAddress(), ownAddress()] as const;
const [a, b, c, d] = secret.split(".").map(Number) as [number, number, number, number];
const groups = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;

let answers: (turn: number) => string[];

const partner = await listen(open);
const forbidden = [await listen(secret, { tls: false }), await listen(secret, { tls: false, port: 0 })];
const dns = await startDns((_, turn) => answers(turn));
const options: PostOptions = {
  ca,
  resolve: publicDns([dns.server]),
  isPublic: (address) => address === open || isPublicAddress(address),
};
beforeEach(() => {
  partner.behave = answer("200 OK");
  partner.connections = 0;
  dns.names.length = 0;
});
afterEach(() => {
  expect(forbidden.map(({ connections }) => connections)).toEqual([0, 0]);
});
afterAll(() => {
  for (const listener of [partner, ...forbidden]) listener.close();
  dns.close();
});

const attack = (url: string) => post({ url, headers: {}, body: Buffer.from("{}") }, options);
const hostOf = (listener: Listener | undefined) => listener?.address ?? "";

test("a client without target checks can reach the forbidden server (control)", async () => {
  answers = () => [secret];
  const careless = { ...options, isPublic: () => true, bounds: { ...BOUNDS, totalMs: 2_000 } };
  expect(
    await post({ url: `https://${HOST}:8443/`, headers: {}, body: Buffer.from("{}") }, careless),
  ).toMatchObject({ outcome: "timeout" });
  expect(forbidden[0]?.connections).toBe(1);
  if (forbidden[0]) forbidden[0].connections = 0;
});

test("an address as the host is blocked in any notation, and no name server is asked", async () => {
  answers = () => [secret];
  for (const host of notations(secret))
    expect([host, (await attack(`https://${host}:8443/`)).outcome]).toEqual([host, "blocked"]);
  expect(dns.names).toEqual([]);
});

test("a local URL is blocked unless the local cloud allows it", async () => {
  const plain = await listen("127.0.0.1", { tls: false, port: 0 });
  plain.behave = answer("200 OK");
  const local = {
    url: `http://localhost:${plain.address.split(":")[1]}/`,
    headers: {},
    body: Buffer.from("{}"),
  };
  expect((await post(local, options)).outcome).toBe("blocked");
  expect(plain.connections).toBe(0);
  expect((await post(local, { ...options, localTargets: true })).outcome).toBe("delivered");
  plain.close();
});

describe("a name that resolves to", () => {
  test.each([
    ["a forbidden address", [secret]],
    ["an open and a forbidden one", [open, secret]],
    ["a forbidden and an open one", [secret, open]],
    ["an open one, and the forbidden one mapped to IPv6", [open, `::ffff:${groups}`]],
    ["the forbidden one by NAT64", [`64:ff9b::${groups}`]],
    ["this machine", ["0.0.0.0"]],
    ["a cloud's metadata", ["169.254.169.254"]],
    ["a cloud's metadata in IPv6", ["fd00:ec2::254"]],
  ])("%s is blocked", async (_, addresses) => {
    answers = () => addresses;
    expect(await attack(`https://${HOST}:8443/`)).toEqual({
      outcome: "blocked",
      duration_ms: expect.any(Number),
    });
    expect(partner.connections).toBe(0);
  });

  test("an open address first and a forbidden one later is resolved once, and leads to the open one", async () => {
    answers = (turn) => [turn === 0 ? open : secret];
    expect((await attack(`https://${HOST}:8443/`)).outcome).toBe("delivered");
    expect(dns.names.sort()).toEqual([`A ${HOST}`, `AAAA ${HOST}`]);
    expect(partner.connections).toBe(1);
    expect((await attack(`https://${HOST}:8443/`)).outcome).toBe("blocked");
  });

  test("any mixture with a forbidden address is blocked, without a connection", async () => {
    const address = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.constantFrom(open, secret, `::ffff:${secret}`, "10.0.0.1"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(address, { minLength: 1, maxLength: 5 }), async (addresses) => {
        fc.pre(!addresses.every((target) => options.isPublic?.(target)));
        const url = `https://${HOST}:8443/`;
        const resolve = async () => addresses;
        const { outcome } = await post(
          { url, headers: {}, body: Buffer.from("{}") },
          { ...options, resolve },
        );
        expect([outcome, partner.connections]).toEqual(["blocked", 0]);
      }),
      { numRuns: 500 },
    );
  });
});

test.each([301, 302, 303, 307, 308])("a redirect (%d) is refused and not followed", async (status) => {
  answers = () => [open];
  partner.behave = answer(`${status} Moved`, "", [
    `location: https://${hostOf(forbidden[0])}/`,
    "refresh: 0",
  ]);
  expect(await attack(`https://${HOST}:8443/`)).toMatchObject({ outcome: "refused", status });
});

test("a connection to another address than the checked one sends no byte", async () => {
  answers = () => [open];
  let checks = 0;
  // The first check is of the name's address, the second of the connection's.
  const isPublic = () => checks++ === 0;
  const request = { url: `https://${HOST}:8443/`, headers: {}, body: Buffer.from("{}") };
  // A server without TLS would record even a TLS handshake as plain bytes.
  partner.close();
  const plain = await listen(open, { tls: false });
  expect((await post(request, { ...options, isPublic })).outcome).toBe("blocked");
  await eventually(async () => plain.connections > 0);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([checks, plain.connections, plain.heard.join("")]).toEqual([2, 1, ""]);
  plain.close();
});
