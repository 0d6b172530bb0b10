import { randomInt } from "node:crypto";
import { type AddressInfo, createServer } from "node:net";

/**
 * An address of this machine that nothing else listens on, for engines that check no credentials. A page of
 * a browser knows the ports of programs, but does not find the address. Only Linux has more than one.
 */
export const ownLoopback = (): string =>
  process.platform === "linux"
    ? `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(2, 255)}`
    : "127.0.0.1";

/** A port that is free at this moment. */
export async function freePort(host = "127.0.0.1"): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
